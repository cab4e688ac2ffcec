; wrong: the routine begins outside the sheet
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R EQU 2000H
R2:     MOV A,H
        MOV H,L
        MOV L,A
        RET
