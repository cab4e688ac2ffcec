; holds: the condition of the reference applies here too
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_endless_required.asm
R:      CPI 0FFH
        JNZ OK
        HLT
OK:     INR A
        RET
