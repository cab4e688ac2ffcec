; wrong: returns to FFFF, whatever the caller pushed
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        POP D
        LXI D,0FFFFH
        PUSH D
        RET
