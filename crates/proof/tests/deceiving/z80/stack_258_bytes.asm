; wrong: 129 words below SP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, DE, F
;! oracle: f2_half
GO:     LD B,129
S:      PUSH HL
        DJNZ S
        LD B,129
T:      POP DE
        DJNZ T
        LD H,E
        LD L,D
        RET
