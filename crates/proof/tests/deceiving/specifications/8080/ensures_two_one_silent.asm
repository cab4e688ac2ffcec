; wrong: w is not constrained
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z, B = w
;! ensures: z = x and (w = 0 or w <> 0)
R:      RET
