; wrong: returns at once if HL=0, a possible address
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        ORA L
        RZ
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
