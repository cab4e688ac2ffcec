; wrong: INX sets no flag: JNZ after INX D depends on the caller
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      INX D
        JNZ S
        RET
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
