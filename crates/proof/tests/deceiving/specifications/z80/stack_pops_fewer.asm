; wrong: it removes four bytes and states two
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2:2) = x, (SP+4:2) = y
;! out: HL = z
;! clobbers: BC, DE, F
;! ensures: z = (x + y) mod 65536
;! pops: 2
TEST:   POP  DE
        POP  BC
        POP  HL
        ADD  HL,BC
        PUSH DE
        RET
