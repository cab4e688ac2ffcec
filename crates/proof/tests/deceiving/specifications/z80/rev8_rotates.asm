; wrong: reverses bits: rotates
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F, B, C
;! ensures: z = reverse(x)
RT:     LD B,8
LP:     RLA
        RRC C
        DJNZ LP
        LD A,C
        RET
