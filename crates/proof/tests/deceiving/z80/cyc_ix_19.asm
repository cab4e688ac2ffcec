; holds: LD r,(IX+d) takes 19 cycles, LD (IX+d),n 19, INC (IX+d) 23
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, F
;! oracle: f2_half
;! cycles: 113
GO:     LD H,(IX+0)
        INC (IX+0)
        DEC (IX+0)
        LD L,(IX+1)
        LD (IX+1),L
        RET
