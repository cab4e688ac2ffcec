; wrong: return address's low byte leaks into the result if H=0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      POP D
        PUSH D
        MOV A,H
        ORA A
        MOV A,H
        JNZ S
        MOV A,E
        ANI 1
S:      MOV H,L
        MOV L,A
        RET
