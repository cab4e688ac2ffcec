; holds: 10H - 1 borrows from bit 4: AC is 0; 11H - 1 does not: AC is 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, F
;! oracle: f2_half
R:      MVI A,10H
        SUI 1
        PUSH PSW
        POP B
        MOV A,C
        ANI 10H
        JNZ R
        MVI A,11H
        SUI 1
        PUSH PSW
        POP B
        MOV A,C
        ANI 10H
        JZ R
        MOV A,H
        MOV H,L
        MOV L,A
        RET
