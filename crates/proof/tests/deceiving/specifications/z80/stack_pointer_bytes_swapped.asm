; wrong: the bytes of the pointer are exchanged
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
        LD   A,H
        LD   H,L
        LD   L,A
        LD   A,(HL)
        INC  HL
        ADD  A,(HL)
        RET
