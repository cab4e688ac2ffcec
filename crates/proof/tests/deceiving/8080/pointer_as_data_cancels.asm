; holds: result mixes the pointer in and takes it out again
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV C,M
        INX H
        MOV B,M
        MOV A,L
        XRA C
        XRA L
        MOV M,A
        DCX H
        MOV M,B
        RET
