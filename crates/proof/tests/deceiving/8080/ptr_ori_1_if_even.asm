; holds: ORI 1 for even pointers, INX for odd ones
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV C,M
        MOV A,L
        RRC
        JC ODD
        MOV A,L
        ORI 1
        MOV L,A
        JMP S
ODD:    INX H
S:      MOV B,M
        MOV M,C
        DCX H
        MOV M,B
        RET
