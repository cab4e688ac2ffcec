; wrong: for 7, which nobody excludes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: x <> 9
;! same-as: ref_endless_required.asm
R:      CPI 7
        RZ
        INR A
        RET
