; holds: counts down an even number by two
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        ANI 0FEH
        MOV B,A
LP:     DCR B
        DCR B
        JNZ LP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
