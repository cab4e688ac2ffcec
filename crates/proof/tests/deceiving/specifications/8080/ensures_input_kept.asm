; refused: y is an input, so that nothing is said about z
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! ensures: y = old(y)
R:      RET
