; wrong: INR L does not carry into H for L=FF
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
        DCR L
        MOV M,B
        RET
