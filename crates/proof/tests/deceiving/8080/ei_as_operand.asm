; holds: FB is an operand, not EI
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
R:      MVI B,0FBH
        MOV A,H
        MOV H,L
        MOV L,A
        RET
