; wrong: leaves a word on the stack if H=5A, L=A5
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      MOV A,H
        CPI 5AH
        JNZ S
        MOV A,L
        CPI 0A5H
        JNZ S
        POP D
        PUSH H
        PUSH D
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
