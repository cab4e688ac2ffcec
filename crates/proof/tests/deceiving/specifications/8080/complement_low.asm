; holds: the low byte of ~x
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! ensures: z = low(~x)
R:      CMA
        RET
