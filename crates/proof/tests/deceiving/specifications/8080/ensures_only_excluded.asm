; wrong: says something only about inputs that are excluded
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! requires: x < 10
;! ensures: x >= 10 implies z = 0
R:      RET
