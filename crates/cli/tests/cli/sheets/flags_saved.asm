; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! oracle: f2_half
R:  PUSH PSW
    MOV A,H
    MOV H,L
    MOV L,A
    ORA A
    POP PSW
    RET
