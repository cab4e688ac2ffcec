; wrong: borrow is taken when L becomes 0 instead of FF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCR L
        JNZ S
        DCR H
S:      MOV M,B
        RET
