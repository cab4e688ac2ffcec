;! routine: BITS1
;! cpu: 8080
;! org: 0100H
;! title: Keeps the lowest bit that is 1, and clears all others
;! in: A = x
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! ensures: y = x & -x
; The complement plus 1 has this bit in common with the byte, and no other.
BITS1:
        ; Your instructions come here.
        RET
