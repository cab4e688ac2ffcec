; wrong: ~x is -1 - x, never a byte
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! ensures: z = ~x
R:      CMA
        RET
