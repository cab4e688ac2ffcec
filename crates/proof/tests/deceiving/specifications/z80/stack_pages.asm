; wrong: the address of the second byte is counted within a page
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2:2) = x
;! out: A = y
;! clobbers: F, HL
;! ensures: y = x / 256
TEST:   LD   HL,2
        ADD  HL,SP
        INC  L
        LD   A,(HL)
        RET
