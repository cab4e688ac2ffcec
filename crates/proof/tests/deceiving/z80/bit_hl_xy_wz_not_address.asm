; wrong: WZ after LD A,(27FF) is 2800, not 27FF: X is 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, DE, F
;! oracle: f2_half
GO:     LD B,(HL)
        LD A,(27FFH)
        BIT 0,(HL)
        PUSH AF
        INC HL
        LD C,(HL)
        LD (HL),B
        DEC HL
        POP DE
        LD A,E
        AND 28H
        XOR 20H
        XOR C
        LD (HL),A
        RET
