; holds: INR L; JNZ; INR H is a right carry
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INR L
        JNZ S
        INR H
S:      MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
