; holds: the byte in memory is 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, (M1) = m
;! out: A = z
;! requires: m = 1
;! ensures: z = 1
R:      LDA M1
        RET
M1:     DB 7
