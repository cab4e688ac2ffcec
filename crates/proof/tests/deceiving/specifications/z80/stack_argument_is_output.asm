; holds: the result is returned where the argument was
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x
;! out: (SP+2) = y
;! clobbers: A, F, HL
;! ensures: y = (x + 1) mod 256
TEST:   LD   HL,2
        ADD  HL,SP
        INC  (HL)
        LD   A,(HL)
        RET
