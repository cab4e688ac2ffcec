; wrong: sets bit 0 of the return address: wrong if it is even
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        POP D
        MOV A,E
        ORI 1
        MOV E,A
        PUSH D
        RET
