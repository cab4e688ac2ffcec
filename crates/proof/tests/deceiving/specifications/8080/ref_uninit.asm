; reference: depends on B
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
R:      ORA B
        SUB B
        RET
