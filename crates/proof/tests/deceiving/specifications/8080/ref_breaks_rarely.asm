; reference: changes B for one input
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
R:      CPI 77H
        RNZ
        MVI B,0
        RET
