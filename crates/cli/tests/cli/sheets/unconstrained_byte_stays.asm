; sampled: no fault in 2^16 inputs with random initial states
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
; an unconstrained byte at any address has the same value when read twice
R:  MOV A,M
    MOV B,A
    MOV A,M
    CMP B
R0: JNZ R0
    MOV A,H
    MOV H,L
    MOV L,A
    RET
