; fails: the stack pointer was F000 before and is EFFE after it
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
