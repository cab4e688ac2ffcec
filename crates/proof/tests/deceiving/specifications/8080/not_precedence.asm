; holds: not x = 3 is not (x = 3)
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: not x = 3
;! ensures: z = x
R:      CPI 3
        RNZ
        XRA A
        RET
