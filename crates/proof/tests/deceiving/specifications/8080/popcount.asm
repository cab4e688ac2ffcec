; holds: counts bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: C = n
;! clobbers: A, F, B
;! ensures: n = popcount(x)
R:      MVI C,0
        MVI B,8
LP:     RAR
        JNC SK
        INR C
SK:     DCR B
        JNZ LP
        RET
