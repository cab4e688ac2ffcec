; fails: given      board = EF BE
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:  MOV A,H
    CPI 0BEH
    JNZ R1
    MOV A,L
    CPI 0EFH
    JNZ R1
    LXI H,0
    RET
R1: MOV A,H
    MOV H,L
    MOV L,A
    RET
