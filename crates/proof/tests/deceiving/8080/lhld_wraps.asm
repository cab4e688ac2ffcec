; wrong: LHLD FFFF reads undeclared bytes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LHLD 0FFFFH
        MOV A,L
        ANI 0
        ORA E
        MOV L,D
        MOV E,A
        LDA 0
        ANI 80H
        ORA E
        MOV H,A
        RET
