; holds: the divisor has three bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = n, DE = d
;! out: A = r
;! clobbers: B, F, H, L
;! requires: 0 < d < 8
;! ensures: r = n mod d
R:      XRA  A
        MVI  B,16
NEXT:   DAD  H
        RAL
        JC   FITS
        CMP  E
        JC   LESS
FITS:   SUB  E
LESS:   DCR  B
        JNZ  NEXT
        RET
