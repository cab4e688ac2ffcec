;! routine: DIVBYTE
;! cpu: z80
;! org: 0100H
;! title: Divides a byte by a byte, with remainder
;! in: L = n, E = d
;! out: L = quotient, A = remainder
;! clobbers: B, F
;! requires: 0 < d < 128
;! ensures: n = quotient * d + remainder and remainder < d
DIVBYTE:
        XOR     A
        LD      B,8
.NEXT:  SLA     L
        RLA
        CP      E
        JR      C,.LESS
        SUB     E
        INC     L
.LESS:  DJNZ    .NEXT
        RET
