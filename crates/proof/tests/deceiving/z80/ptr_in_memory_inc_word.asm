; holds: the pointer at PTR is incremented with carry and decremented by a word
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
        JR NZ,S
        INC HL
        INC (HL)
S:      LD HL,(PTR)
        LD C,(HL)
        LD (HL),B
        DEC HL
        LD (PTR),HL
        LD (HL),C
        RET
