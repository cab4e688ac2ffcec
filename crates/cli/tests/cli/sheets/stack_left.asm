; fails: the stack pointer changes from F000 to EFFE
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B, C
;! oracle: f2_half
R:  MOV A,H
    MOV H,L
    MOV L,A
    POP B
    PUSH B
    PUSH B
    RET
