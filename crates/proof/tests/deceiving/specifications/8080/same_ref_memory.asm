; wrong: the reference counts its calls
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_memory.asm
R:      INR A
        RET
