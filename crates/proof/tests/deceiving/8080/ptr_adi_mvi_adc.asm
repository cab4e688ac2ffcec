; holds: MVI A,0 keeps the carry for ADC H
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
        MVI A,0
        ADC H
        MOV H,A
        MOV B,M
        MOV M,C
        DCX H
        MOV M,B
        RET
