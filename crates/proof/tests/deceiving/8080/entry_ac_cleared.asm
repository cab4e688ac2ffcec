; holds: XRA A clears CY and AC, so that DAA adds nothing
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, F
;! oracle: f2_half
R:      XRA A
        DAA
        MOV D,A
        MOV A,H
        ADD D
        MOV H,L
        MOV L,A
        RET
