; holds: another register
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: C = x
;! out: D = z
;! clobbers: F
;! same-as: ref_inr.asm
R:      MOV D,C
        INR D
        RET
