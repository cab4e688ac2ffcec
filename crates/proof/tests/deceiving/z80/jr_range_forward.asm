; holds: JR over 127 bytes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        JR S
        DS 127,76H
S:      LD H,L
        LD L,A
        RET
