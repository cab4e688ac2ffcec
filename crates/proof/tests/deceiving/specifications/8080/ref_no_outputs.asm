; reference: without outputs
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! clobbers: F, A
R:      XRA A
        RET
