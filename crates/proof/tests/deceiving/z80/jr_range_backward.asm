; holds: JR back by 128
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        JR T
S:      LD H,L
        LD L,A
        RET
        DS 121,76H
T:      JR U
U:      LD H,L
        LD L,A
        RET
