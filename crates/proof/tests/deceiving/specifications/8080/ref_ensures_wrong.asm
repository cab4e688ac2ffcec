; wrong: x + 2
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = (x + 1) mod 256
R:      ADI 2
        RET
