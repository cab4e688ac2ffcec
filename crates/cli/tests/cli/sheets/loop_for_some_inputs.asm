; fails: it does not return: an endless loop
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:  MOV A,H
    CPI 0A5H
R2: JZ R2
    MOV H,L
    MOV L,A
    RET
