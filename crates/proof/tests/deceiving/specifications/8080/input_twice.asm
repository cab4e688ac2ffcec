; holds: A and B hold the same
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = x
;! out: A = z
;! clobbers: F
;! ensures: z = 0
R:      SUB B
        RET
