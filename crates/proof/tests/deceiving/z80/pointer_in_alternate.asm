; holds: the pointer waits in HL' while HL is used, then EXX again
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, F, BC', DE', HL', DE
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
