; wrong: multiplied by zero
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! ensures: z * 0 = 0
R:      RET
