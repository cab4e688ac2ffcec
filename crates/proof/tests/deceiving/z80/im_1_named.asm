; holds: the interrupt mode is named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IM
;! oracle: f2_half
GO:     IM 1
        LD A,H
        LD H,L
        LD L,A
        RET
