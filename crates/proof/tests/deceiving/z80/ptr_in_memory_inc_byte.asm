; wrong: INC (HL) on the pointer's low byte does not carry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, HL, BC, DE, F
;! oracle: f2_half
PTR EQU 2000H
GO:     LD HL,(PTR)
        LD B,(HL)
        LD HL,PTR
        INC (HL)
        LD HL,(PTR)
        LD C,(HL)
        LD (HL),B
        LD HL,PTR
        DEC (HL)
        LD HL,(PTR)
        LD (HL),C
        RET
