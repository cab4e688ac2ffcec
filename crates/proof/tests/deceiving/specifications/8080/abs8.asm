; holds: absolute value, 128 for -128
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = abs(signed(x))
R:      ORA A
        RP
        CMA
        INR A
        RET
