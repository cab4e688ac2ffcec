; holds here only: LD A,(nn) sets WZ, so X and Y after BIT 0,(HL) are known
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, DE, F
;! oracle: f2_half
GO:     LD B,(HL)
        LD A,(28FFH)
        BIT 0,(HL)
        PUSH AF
        INC HL
        LD C,(HL)
        LD (HL),B
        DEC HL
        POP DE
        LD A,E
        AND 28H
        XOR 28H
        XOR C
        LD (HL),A
        RET
