; holds: OUT and HLT after a condition that is never true
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        ORI 1
        JNZ S
        OUT 1
        HLT
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
