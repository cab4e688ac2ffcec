; wrong: absolute value, 128 for -128: parity
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = abs(signed(x))
R:      ORA A
        RP
        RPE
        CMA
        INR A
        RET
