; holds: case does not matter in names
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = X
;! out: A = Z
;! clobbers: F
;! same-as: ref_inr.asm
R:      INR A
        RET
