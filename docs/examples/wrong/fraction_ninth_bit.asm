;! routine: FRACTION
;! cpu: 8080
;! org: 0100H
;! title: Forgets that the remainder can have nine bits
;! in: A = n, C = d
;! out: L = places, A = rest
;! clobbers: B, H, F
;! requires: n < d
;! ensures: 256 * n = places * d + rest and rest < d
FRACTION:
        MVI  B,8
NEXT:   DAD  H
        ADD  A
        CMP  C
        JC   LESS
        SUB  C
        INR  L
LESS:   DCR  B
        JNZ  NEXT
        RET
