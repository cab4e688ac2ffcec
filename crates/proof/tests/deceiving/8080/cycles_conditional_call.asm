; holds: CNZ taken 17, not taken 11: 4+11+17+10+5+5+5+10 = 67
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 67
R:      XRA A
        CNZ Q
        CZ Q
        MOV A,H
        MOV H,L
        MOV L,A
        RET
Q:      RET
