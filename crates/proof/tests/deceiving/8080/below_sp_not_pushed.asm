; wrong: DCX SP twice, POP D: takes unknown bytes for data if H=0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      DCX SP
        DCX SP
        POP D
        MOV A,H
        ORA A
        MOV A,H
        JNZ S
        MOV A,D
S:      MOV H,L
        MOV L,A
        RET
