; wrong: odd parity: even
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = popcount(x) mod 2
R:      ORA A
        MVI A,0
        RPO
        INR A
        RET
