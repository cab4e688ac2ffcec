; wrong: returns at once if the byte after the field is 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      INX H
        INX H
        MOV A,M
        DCX H
        DCX H
        ORA A
        RZ
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
