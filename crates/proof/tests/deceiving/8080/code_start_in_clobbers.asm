; wrong: the first byte may have been changed by an earlier call
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, (R)
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        RET
