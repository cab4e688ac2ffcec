; holds
;! routine: R
;! cpu: 8080
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
    ORG 8
    MOV A,H
    MOV H,L
    MOV L,A
    RET
    ORG 100H
R:  RST 1
    RET
