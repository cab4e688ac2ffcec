; holds: POP IY, PUSH IY, RET
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IY
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        POP IY
        PUSH IY
        RET
