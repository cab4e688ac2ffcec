; holds here only: CALL sets WZ to its address 0800: X is 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, DE, F
;! oracle: f2_half
GO:     LD B,(HL)
        CALL SUB1
        PUSH AF
        INC HL
        LD C,(HL)
        LD (HL),B
        DEC HL
        POP DE
        LD A,E
        AND 28H
        XOR 8
        XOR C
        LD (HL),A
        RET
        ORG 0800H
SUB1:   BIT 0,(HL)
        RET
