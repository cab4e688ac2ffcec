; wrong: B changes only for board 1234
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        CPI 12H
        JNZ S
        MOV A,L
        CPI 34H
        JNZ S
        MVI B,0
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
