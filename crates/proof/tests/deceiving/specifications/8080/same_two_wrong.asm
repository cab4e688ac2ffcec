; holds: both compute x + 2, which is not what the first promises, but they are the same
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: B = z
;! clobbers: F
;! same-as: ref_ensures_wrong.asm
R:      INR B
        INR B
        RET
