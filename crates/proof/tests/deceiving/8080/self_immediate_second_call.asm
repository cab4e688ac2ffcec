; wrong: immediate operand 0 of the sheet is used before it is stored; listed in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (X1)
;! oracle: f2_half
R:      MOV A,H
        XRI 0
X1 EQU $-1
        MOV H,L
        MOV L,A
        STA X1
        RET
