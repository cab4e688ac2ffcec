; wrong: for x = 128 too
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! requires: x >= 128
;! clobbers: F
;! ensures: y = x - 128
R:      SUI  128
        RNZ
        INR  A
        RET
