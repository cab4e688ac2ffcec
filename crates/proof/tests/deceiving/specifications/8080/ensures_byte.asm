; wrong: every byte is less than 256
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: 0 <= z < 256
R:      RET
