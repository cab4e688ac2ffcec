; refused: address FFFF, which is reserved for the return address
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (BRD) = board
;! out: (BRD) = board
;! clobbers: A, F, H, L
;! oracle: f2_half
BRD EQU 0FFFEH
R:  LHLD BRD
    MOV A,H
    MOV H,L
    MOV L,A
    SHLD BRD
    RET
