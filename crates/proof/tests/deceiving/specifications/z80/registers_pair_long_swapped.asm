; wrong: 32 bits in two pairs, the other one first
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: DE/HL = n
;! out: DE/HL = m
;! clobbers: F
;! ensures: m = (n + 1) mod (1 << 32)
TEST:   INC  L
        RET  NZ
        INC  H
        RET  NZ
        INC  DE
        RET
