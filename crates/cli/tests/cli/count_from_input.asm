;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B, C, D, E
;! oracle: f2_half
; a loop count from the input, a subroutine, XTHL, and a swap of bytes
R:  MOV A,H
    ANI 7
    INR A
    MOV B,A
L1: CALL S1
    DCR B
    JNZ L1
    PUSH H
    XTHL
    POP H
    MOV A,L
    MOV L,H
    MOV H,A
    RET
S1: INX H
    DCX H
    RNZ
    RET
