; wrong: only CY is in clobbers; ORA A changes Z, S, P, AC too
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, CY
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        ORA A
        RET
