; wrong: z is not 98 for 99
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! ensures: x = 99 implies z = 98
R:      RET
