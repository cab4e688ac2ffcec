; wrong: cycles depend on the return address; stated as one number
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
;! cycles: 68
R:      POP D
        PUSH D
        MOV A,E
        RRC
        JC S
        NOP
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
