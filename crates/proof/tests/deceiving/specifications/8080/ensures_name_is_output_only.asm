; wrong: x = x + 1 is false for the output
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = x
;! clobbers: F
;! ensures: x = (x + 1) mod 256
R:      INR A
        RET
