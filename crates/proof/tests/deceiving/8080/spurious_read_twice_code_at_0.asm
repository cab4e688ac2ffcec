; holds: an undeclared byte is read twice and cancels; subroutine at 0000
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
        CALL Z0
        RET
        ORG 0
Z0:     ADD H
        MOV H,L
        MOV L,A
        RET
