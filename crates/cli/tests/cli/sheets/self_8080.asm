; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (R1:1)
;! oracle: f2_half
R:  MOV A,H
    STA R1
    MOV H,L
    DB 2EH
R1: DB 0
    RET
