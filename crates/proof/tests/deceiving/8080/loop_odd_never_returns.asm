; wrong: an odd number counted down by two never becomes 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        ORI 1
        MOV B,A
LP:     DCR B
        DCR B
        JNZ LP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
