; wrong: a byte above the arguments changes
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x
;! out: A = y
;! clobbers: F, HL
;! ensures: y = x
TEST:   LD   HL,2
        ADD  HL,SP
        LD   A,(HL)
        INC  HL
        INC  (HL)
        RET
