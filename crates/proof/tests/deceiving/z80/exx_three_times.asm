; wrong: EXX three times, even though HL is copied back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, DE
;! oracle: f2_half
GO:     EXX
        EXX
        LD A,H
        LD H,L
        LD L,A
        PUSH HL
        EXX
        POP HL
        RET
