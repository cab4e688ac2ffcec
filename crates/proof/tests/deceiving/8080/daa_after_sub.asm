; wrong: DAA after a subtraction does not subtract
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MVI A,10H
        SUI 1
        DAA
        CPI 9
        RNZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
