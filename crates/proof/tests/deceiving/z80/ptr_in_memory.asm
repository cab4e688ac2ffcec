; holds: the pointer is at PTR
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, HL, BC
;! oracle: f2_half
PTR EQU 2000H
GO:     LD HL,(PTR)
        LD B,(HL)
        INC HL
        LD C,(HL)
        LD (HL),B
        DEC HL
        LD (HL),C
        RET
