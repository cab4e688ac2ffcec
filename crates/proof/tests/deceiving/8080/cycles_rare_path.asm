; wrong: one board costs 7 more cycles than the stated 48
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 48
R:      MOV A,H
        ORA L
        JNZ S
        MVI A,0
S:      MOV A,H
        MOV H,L
        MOV L,A
        NOP
        RET
