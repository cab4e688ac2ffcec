; holds: neither has outputs
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! clobbers: F, A
;! same-as: ref_no_outputs.asm
R:      INR A
        RET
