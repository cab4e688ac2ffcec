; holds: the argument may change on the stack
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x
;! out: A = y
;! clobbers: F, HL, (SP+2)
;! ensures: y = (x + 1) mod 256
TEST:   LD   HL,2
        ADD  HL,SP
        INC  (HL)
        LD   A,(HL)
        RET
