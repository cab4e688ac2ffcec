; wrong: a flag cannot be 2
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: CY = c
;! out: CY = d
;! ensures: d = 2 * c
R:      RET
