; wrong: an undeclared byte is incremented and decremented
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, F, IX
;! oracle: f2_half
GO:     LD IX,3456H
        INC (IX+0)
        DEC (IX+0)
        LD A,H
        LD H,L
        LD L,A
        RET
