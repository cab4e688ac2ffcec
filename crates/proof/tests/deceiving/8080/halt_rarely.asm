; wrong: HLT for one board
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        ANA L
        INR A
        JNZ S
        HLT
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
