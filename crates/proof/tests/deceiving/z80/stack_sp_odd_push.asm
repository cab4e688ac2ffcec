; holds: DEC SP once, PUSH, POP at an odd distance, INC SP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE
;! oracle: f2_half
GO:     DEC SP
        PUSH HL
        POP DE
        INC SP
        LD L,D
        LD H,E
        RET
