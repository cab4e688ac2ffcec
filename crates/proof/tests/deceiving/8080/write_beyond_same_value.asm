; wrong: writes the byte after the field back: not named by the header
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
        MOV M,A
        DCX H
        DCX H
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
