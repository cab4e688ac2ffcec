;! routine: DIV8
;! cpu: 8080
;! org: 0100H
;! title: Divides two bytes
;! in: L = n, C = d
;! out: L = quotient, A = remainder
;! clobbers: B, H, F
;! requires: d <> 0
;! ensures: quotient = n / d
;! ensures: remainder = n mod d
;! cycles: 377-449
DIV8:   MOV  H,L
        MVI  L,0
        XRA  A
        MVI  B,8
NEXT:   DAD  H          ; the quotient follows the dividend
        RAL
        CMP  C
        JC   LESS
        SUB  C
        INR  L
LESS:   DCR  B
        JNZ  NEXT
        RET
