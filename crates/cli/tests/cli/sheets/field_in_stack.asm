; refused: address EFFE, which is reserved for the stack
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (BRD) = board
;! out: (BRD) = board
;! clobbers: A, F, H, L
;! oracle: f2_half
BRD EQU 0EFFEH
R:  LHLD BRD
    MOV A,H
    MOV H,L
    MOV L,A
    SHLD BRD
    RET
