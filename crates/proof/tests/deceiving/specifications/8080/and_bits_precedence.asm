; holds: & binds more strongly than =
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = 0 and x & 1 = 0 or z = 1 and x & 1 = 1
R:      ANI 1
        RET
