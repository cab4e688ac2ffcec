; holds: the operand of MVI B is a byte that is not in the sheet (harmless, but it is executed)
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
R:      MOV A,H
        DB 06H
        ORG 103H
        MOV H,L
        MOV L,A
        RET
