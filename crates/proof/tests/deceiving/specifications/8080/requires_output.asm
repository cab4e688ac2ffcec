; refused: z is no input
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! requires: z = 1
;! ensures: z = x
R:      RET
