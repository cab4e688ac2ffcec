; wrong: INR does not set the carry, so JNC after ORA A always skips INR H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV C,M
        ORA A
        INR L
        JNC S
        INR H
S:      MOV B,M
        MOV M,C
        DCX H
        MOV M,B
        RET
