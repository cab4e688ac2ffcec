; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
; unconstrained memory has the same value when read twice
R:  LDA 2000H
    MOV B,A
    LDA 2000H
    CMP B
R0: JNZ R0
    MOV A,H
    MOV H,L
    MOV L,A
    RET
