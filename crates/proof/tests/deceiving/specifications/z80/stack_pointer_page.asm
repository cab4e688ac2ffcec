; wrong: a pointer is pushed, and its data can cross a page
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) -> s:2
;! out: A = y
;! clobbers: F, DE, HL
;! ensures: y = (s[0] + s[1]) mod 256
TEST:   POP  DE
        POP  HL
        PUSH HL
        PUSH DE
        LD   A,(HL)
        INC  L
        ADD  A,(HL)
        RET
