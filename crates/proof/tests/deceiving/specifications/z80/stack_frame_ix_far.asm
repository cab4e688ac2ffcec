; wrong: the second byte is read as if it was pushed as a word
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x, (SP+3) = y
;! out: A = z
;! clobbers: F
;! ensures: z = x ^ y
TEST:   PUSH IX
        LD   IX,0
        ADD  IX,SP
        LD   A,(IX+4)
        XOR  (IX+6)
        POP  IX
        RET
