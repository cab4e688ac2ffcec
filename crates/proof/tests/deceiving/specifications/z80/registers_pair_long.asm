; holds: 32 bits in two pairs, the low one first
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: HL/DE = n
;! out: HL/DE = m
;! clobbers: F
;! ensures: m = (n + 1) mod (1 << 32)
TEST:   INC  L
        RET  NZ
        INC  H
        RET  NZ
        INC  DE
        RET
