; holds: JMP 1234 if the return address is 1234
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
        MOV A,D
        CPI 12H
        JNZ S
        MOV A,E
        CPI 34H
        JNZ S
        JMP 1234H
S:      PUSH D
        RET
