; wrong: absolute value, 128 for -128: ones complement
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
        RET
