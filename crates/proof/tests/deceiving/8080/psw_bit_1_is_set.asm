; holds: bit 1 of the pushed flags is always 1, bits 3 and 5 are 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      PUSH PSW
        POP B
        MOV A,C
        ANI 2AH
        CPI 2
        RNZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
