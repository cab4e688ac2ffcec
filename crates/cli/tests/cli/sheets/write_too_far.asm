; fails: it writes to 301
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B, D, E, (T:16)
;! oracle: f2_half
R:  MVI D,HIGH T
    MOV A,H
    ANI 1FH
    MOV E,A
    XRA A
    STAX D
    MOV A,H
    MOV H,L
    MOV L,A
    RET
T EQU 3000H
