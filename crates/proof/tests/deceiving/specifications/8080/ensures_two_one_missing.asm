; refused: w is not mentioned
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z, B = w
;! ensures: z = x
R:      RET
