; holds: decrement of L with a hand-made borrow
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        MOV A,L
        ORA A
        JNZ S
        DCR H
S:      DCR L
        MOV M,B
        RET
