; wrong: returns at once if the field begins right after the sheet
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        CPI HIGH ZE
        JNZ S
        MOV A,L
        CPI LOW ZE
        RZ
S:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
ZE:     
