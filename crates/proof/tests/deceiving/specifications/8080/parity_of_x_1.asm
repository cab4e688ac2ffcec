; wrong: odd parity: of x + 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = popcount(x) mod 2
R:      ADI 1
        MVI A,0
        RPE
        INR A
        RET
