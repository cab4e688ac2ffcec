; wrong: absolute value, 128 for -128: 128 is not signed
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: signed(z) = abs(signed(x))
R:      ORA A
        RP
        CMA
        INR A
        RET
