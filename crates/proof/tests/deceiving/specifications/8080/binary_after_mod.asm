; holds: %100 is a number
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = x mod %100
R:      ANI 3
        RET
