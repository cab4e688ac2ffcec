; holds: an undeclared byte is read twice and cancels
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
R:      LDA 5000H
        MOV B,A
        LDA 5000H
        XRA B
        ADD H
        MOV H,L
        MOV L,A
        RET
