; holds: true of nothing
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! ensures: z = x and all(i in 3..3: x < 0)
R:      RET
