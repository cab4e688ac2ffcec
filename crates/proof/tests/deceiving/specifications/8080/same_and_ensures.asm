; refused: two kinds of specification
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_inr.asm
;! ensures: z = (x + 1) mod 256
R:      INR A
        RET
