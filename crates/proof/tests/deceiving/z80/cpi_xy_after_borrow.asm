; holds: X after CPI is bit 3 of A - (HL) - H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: DE = board
;! clobbers: A, F, BC, HL
;! oracle: f2_half
GO:     LD A,(HL)
        LD D,A
        XOR A
        CPI
        PUSH AF
        LD E,(HL)
        POP BC
        LD A,D
        NEG
        BIT 4,C
        JR Z,S
        DEC A
S:      XOR C
        AND 8
        XOR D
        LD D,A
        RET
