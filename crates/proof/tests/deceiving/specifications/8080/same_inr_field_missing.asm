; refused: no term for z
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! clobbers: A, F
;! same-as: ref_inr.asm
R:      INR A
        RET
