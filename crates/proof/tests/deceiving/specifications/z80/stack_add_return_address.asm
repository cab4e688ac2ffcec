; wrong: the first word is the return address
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2:2) = x, (SP+4:2) = y
;! out: HL = z
;! clobbers: A, BC, F
;! ensures: z = (x + y) mod 65536
TEST:   LD   HL,0
        ADD  HL,SP
        LD   C,(HL)
        INC  HL
        LD   B,(HL)
        INC  HL
        LD   A,(HL)
        INC  HL
        LD   H,(HL)
        LD   L,A
        ADD  HL,BC
        RET
