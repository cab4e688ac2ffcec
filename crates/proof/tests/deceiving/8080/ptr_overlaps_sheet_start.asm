; holds: field at 00FF would overlap the sheet at 0100: impossible
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        ORA A
        JNZ S
        MOV A,L
        CPI 0FFH
        RZ
S:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
