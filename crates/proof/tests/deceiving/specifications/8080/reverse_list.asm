; holds: the reverse of 16 bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: HL = z
;! ensures: z + 0 = reverse([1, x])
;! clobbers: F, A, B
R:      MVI H,80H
        MVI B,8
LP:     RAR
        MOV C,C
        DCR B
        PUSH PSW
        MOV A,L
        RAL
        MOV L,A
        POP PSW
        JNZ LP
        RET
