; wrong: borrow is taken when L becomes negative, right only for some pages
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCR L
        JP S
        MOV A,L
        CPI 0FEH
        JNC T
        JMP S
T:      DCR H
S:      MOV M,B
        RET
