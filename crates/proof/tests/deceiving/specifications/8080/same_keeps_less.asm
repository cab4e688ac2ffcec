; holds: it may change B, which the reference keeps
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F, B
;! same-as: ref_inr.asm
R:      INR A
        MOV B,A
        RET
