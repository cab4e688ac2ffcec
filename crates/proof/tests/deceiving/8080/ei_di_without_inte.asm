; wrong: DI and EI, INTE is not in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      DI
        MOV A,H
        MOV H,L
        MOV L,A
        EI
        RET
