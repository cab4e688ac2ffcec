; wrong: recursion depth H+1, up to 256 calls: too deep for H above 127
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV B,H
        INR B
        CALL D1
        MOV A,H
        MOV H,L
        MOV L,A
        RET
D1:     DCR B
        CNZ D1
        RET
