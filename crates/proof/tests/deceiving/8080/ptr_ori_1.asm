; wrong: ORI 1 instead of + 1 is wrong for odd pointers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV C,M
        MOV A,L
        ORI 1
        MOV L,A
        MOV B,M
        MOV M,C
        DCX H
        MOV M,B
        RET
