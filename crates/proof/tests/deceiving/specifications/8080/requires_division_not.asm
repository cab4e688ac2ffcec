; holds: undefined is not true, negated too
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: not (255 / x > 255)
;! ensures: z = x
R:      ORA A
        RNZ
        INR A
        RET
