; holds: a letter
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: 'a' <= x <= 'z'
;! ensures: z = x - 'a' + 'A'
R:      ANI 0DFH
        RET
