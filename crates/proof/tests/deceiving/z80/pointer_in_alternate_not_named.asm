; wrong: HL' receives the pointer and is not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, F, BC', DE
;! oracle: f2_half
GO:     PUSH HL
        EXX
        POP HL
        LD A,(HL)
        INC HL
        LD B,(HL)
        LD (HL),A
        DEC HL
        LD (HL),B
        EXX
        RET
