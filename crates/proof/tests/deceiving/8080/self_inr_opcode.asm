; wrong: the opcode byte is incremented and decremented, but differs in between for one board
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        CPI 9
        JNZ S
        LDA X1
        INR A
        STA X1
S:      MOV A,H
        MOV H,L
X1:     MOV L,A
        PUSH PSW
        MVI A,6FH
        STA X1
        POP PSW
        RET
