; wrong: the remainder of a negative divisor is not positive
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: signed(z) = x mod -4
R:      ANI 3
        RET
