; wrong: it must keep CY
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: Z, S, P, AC
;! same-as: ref_inr.asm
R:      ADI 1
        RET
