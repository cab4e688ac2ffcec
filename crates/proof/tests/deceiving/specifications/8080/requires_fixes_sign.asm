; holds: the sign is known
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! requires: x >= 128
;! clobbers: F
;! ensures: y = 256 - x
R:      CMA
        INR  A
        RET
