; wrong: recursion uses 258 bytes of stack
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MVI B,129
        CALL D1
        MOV A,H
        MOV H,L
        MOV L,A
        RET
D1:     DCR B
        CNZ D1
        RET
