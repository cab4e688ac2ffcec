; wrong: ORs in a bit of the byte after the field only if byte 0 is 80H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV C,M
        INX H
        MOV B,M
        INX H
        MOV A,C
        CPI 80H
        JNZ S
        MOV A,M
        ANI 1
        ORA C
        MOV C,A
S:      DCX H
        MOV M,C
        DCX H
        MOV M,B
        RET
