; holds: equal to ref_inr
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_inr.asm
R:      ADI 1
        RET
