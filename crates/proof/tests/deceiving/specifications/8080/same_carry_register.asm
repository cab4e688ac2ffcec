; holds: 0 or 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_carry.asm
R:      RLC
        ANI 1
        RET
