; wrong: no input
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! requires: x > 255
;! ensures: z = x
R:      RET
