; holds: 1 << n has 8 bits for n < 8
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = n
;! out: A = z
;! clobbers: F, B
;! ensures: z = 1 << (n & 7)
R:      ANI 7
        MOV B,A
        INR B
        MVI A,80H
LP:     RLC
        DCR B
        JNZ LP
        RET
