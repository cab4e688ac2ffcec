; holds: the same on another processor
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ../z80/ref_inc.asm
R:      INR A
        RET
