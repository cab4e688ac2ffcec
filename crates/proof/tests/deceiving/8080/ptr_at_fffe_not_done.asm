; wrong: returns at once if HL=FFFE: two bytes fit there
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        INR A
        JNZ S
        MOV A,L
        CPI 0FEH
        RZ
S:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
