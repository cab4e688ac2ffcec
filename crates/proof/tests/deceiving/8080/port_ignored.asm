; wrong: IN, whose value is not used
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      IN 1
        MOV A,H
        MOV H,L
        MOV L,A
        RET
