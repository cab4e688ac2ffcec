;! routine: BITS2
;! cpu: 8080
;! org: 0100H
;! title: Returns 1 if the number of ones is odd, else 0
;! in: A = x
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! ensures: y = popcount(x) mod 2
; ORA A sets the flag P by the bits of A; MVI keeps the flags.
BITS2:
        ; Your instructions come here.
        RET
