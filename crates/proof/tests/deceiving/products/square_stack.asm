; holds: a square, the argument on the stack
;! routine: RT
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x
;! out: HL = p
;! clobbers: A, B, DE, F
;! ensures: p = x * x
RT:     LD   HL,2
        ADD  HL,SP
        LD   A,(HL)
        LD   E,A
        LD   D,0
        LD   HL,0
        LD   B,8
NEXT:   ADD  HL,HL
        RLCA
        JR   NC,ZERO
        ADD  HL,DE
ZERO:   DJNZ NEXT
        RET
