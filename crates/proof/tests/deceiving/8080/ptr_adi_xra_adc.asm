; wrong: XRA A clears the carry before ADC H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV C,M
        MOV A,L
        ADI 1
        MOV L,A
        XRA A
        ADC H
        MOV H,A
        MOV B,M
        MOV M,C
        DCX H
        MOV M,B
        RET
