; wrong: no z for 7
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = x
;! ensures: x = 7 implies z = 8
R:      RET
