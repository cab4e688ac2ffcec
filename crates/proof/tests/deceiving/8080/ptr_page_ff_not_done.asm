; wrong: returns at once if H=FF; data can be in the last page
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        INR A
        RZ
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
