; wrong: does nothing if the return address's page is 01
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      POP D
        PUSH D
        MOV A,D
        CPI 1
        RZ
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
