; holds: the return address is moved up, through memory that is free then
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2:2) = x, (SP+4:2) = y
;! out: HL = z
;! clobbers: A, BC, DE, F
;! ensures: z = (x + y) mod 65536
;! pops: 4
TEST:   LD   HL,2
        ADD  HL,SP
        LD   C,(HL)
        INC  HL
        LD   B,(HL)
        INC  HL
        LD   E,(HL)
        INC  HL
        LD   D,(HL)
        POP  AF         ; the return address
        POP  HL
        POP  HL
        PUSH AF
        LD   H,B
        LD   L,C
        ADD  HL,DE
        RET
