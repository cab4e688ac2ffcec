; wrong: X and Y after BIT 0,(HL) come from WZ, which is unknown
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, DE, F
;! oracle: f2_half
GO:     LD B,(HL)
        BIT 0,(HL)
        PUSH AF
        INC HL
        LD C,(HL)
        LD (HL),B
        DEC HL
        POP DE
        LD A,E
        AND 8
        XOR C
        LD (HL),A
        RET
