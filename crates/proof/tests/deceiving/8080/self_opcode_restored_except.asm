; wrong: restores the opcode except for H=77
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MVI A,0
        STA X1
X1:     HLT
X2:     MOV A,H
        CPI 77H
        JZ S
        MVI A,76H
        STA X1
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
