; holds: x is the output, old(x) the input
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = x
;! clobbers: F
;! ensures: x = (old(x) + 1) mod 256
R:      INR A
        RET
