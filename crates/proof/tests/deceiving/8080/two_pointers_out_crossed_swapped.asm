; wrong: the out terms exchange the pointers, and the routine exchanges the bytes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: DE -> board.0, HL -> board.1
;! clobbers: A, B
;! oracle: f2_half
R:      LDAX D
        MOV B,M
        MOV M,A
        MOV A,B
        STAX D
        RET
