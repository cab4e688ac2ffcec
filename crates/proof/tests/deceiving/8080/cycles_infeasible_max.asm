; wrong: the stated maximum 59 needs a path that no board takes; always 47
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 47-59
R:      MOV A,H
        ORI 1
        JNZ S
        NOP
        NOP
        NOP
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
