; wrong: the word below SP on entry is not HL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE
;! oracle: f2_half
GO:     DEC SP
        DEC SP
        POP DE
        LD L,D
        LD H,E
        RET
