; wrong: INR L then DCX H: for L=FF wrong byte and HL off by 100H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INR L
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
