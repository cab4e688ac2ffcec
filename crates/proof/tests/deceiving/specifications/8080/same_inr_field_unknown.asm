; refused: no field y
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! same-as: ref_inr.asm
R:      INR A
        RET
