; wrong: the frame pointer of the caller is lost
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x, (SP+3) = y
;! out: A = z
;! clobbers: F
;! ensures: z = x ^ y
TEST:   LD   IX,0
        ADD  IX,SP
        LD   A,(IX+2)
        XOR  (IX+3)
        RET
