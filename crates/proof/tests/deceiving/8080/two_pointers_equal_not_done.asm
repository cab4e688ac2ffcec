; holds: the pointers cannot be equal
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: HL -> board.0, DE -> board.1
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        CMP D
        JNZ S
        MOV A,L
        CMP E
        RZ
S:      LDAX D
        MOV B,M
        MOV M,A
        MOV A,B
        STAX D
        RET
