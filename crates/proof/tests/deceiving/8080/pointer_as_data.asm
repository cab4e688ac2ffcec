; wrong: result depends on the pointer's bit 0 via XOR twice with different masks
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
        ANI 1
        XRA C
        XRI 0
        MOV C,A
        MOV A,L
        ANI 2
        RRC
        XRA C
        MOV M,A
        DCX H
        MOV M,B
        RET
