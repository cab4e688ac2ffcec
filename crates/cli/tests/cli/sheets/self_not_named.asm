; fails: the byte at 0107 changes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:  MOV A,H
    STA R1
    MOV H,L
    MOV L,A
    RET
R1: NOP
