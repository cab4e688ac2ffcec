; holds: 7 is excluded
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: x <> 7
;! ensures: z = x
;! ensures: x = 7 implies z = 8
R:      RET
