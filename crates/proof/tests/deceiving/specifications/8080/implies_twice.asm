; holds: a implies (b implies c)
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! requires: x > 7 implies x > 3 implies x > 7
;! ensures: z = x
R:      RET
