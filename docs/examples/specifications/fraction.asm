;! routine: FRACTION
;! cpu: 8080
;! org: 0100H
;! title: Returns the first eight binary places of a fraction below 1
;! in: A = n, C = d
;! out: L = places, A = rest
;! clobbers: B, H, F
;! requires: n < d
;! ensures: 256 * n = places * d + rest and rest < d
;! cycles: 406-504
FRACTION:
        MVI  B,8
NEXT:   DAD  H
        ADD  A
        JC   FITS       ; the remainder has nine bits
        CMP  C
        JC   LESS
FITS:   SUB  C
        INR  L
LESS:   DCR  B
        JNZ  NEXT
        RET
