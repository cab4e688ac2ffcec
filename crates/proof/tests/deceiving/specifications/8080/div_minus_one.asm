; wrong: 128 for -128 is not signed
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: signed(z) = signed(x) / -1
R:      CMA
        INR A
        RET
