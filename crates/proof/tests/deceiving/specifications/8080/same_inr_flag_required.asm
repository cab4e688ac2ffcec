; holds: x is 0 or 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: CY = x
;! out: A = z
;! clobbers: F
;! requires: x < 2
;! same-as: ref_inr.asm
R:      MVI A,1
        ACI 0
        RET
