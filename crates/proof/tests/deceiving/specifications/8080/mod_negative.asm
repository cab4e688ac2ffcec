; holds: the remainder has the sign of the divisor
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = signed(x) mod 4
R:      ANI 3
        RET
