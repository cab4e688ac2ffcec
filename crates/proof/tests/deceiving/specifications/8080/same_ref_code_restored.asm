; holds: the operand is 0 again
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_code_restored.asm
R:      ORA A
        RET
