; fails: which is neither in the sheet nor named by its header
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:  MOV A,M
    CMA
    MOV M,A
    CMA
    MOV M,A
    MOV A,H
    MOV H,L
    MOV L,A
    RET
