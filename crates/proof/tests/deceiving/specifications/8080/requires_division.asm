; holds: undefined for 0, so that 0 is excluded
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: 255 / x >= 0
;! ensures: z = x
R:      ORA A
        RNZ
        INR A
        RET
