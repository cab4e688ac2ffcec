; reference: A itself
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
R:      RET
