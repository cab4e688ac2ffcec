; wrong: 0 is not excluded
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: x = 0 or 255 / x >= 0
;! ensures: z = x
R:      ORA A
        RNZ
        INR A
        RET
