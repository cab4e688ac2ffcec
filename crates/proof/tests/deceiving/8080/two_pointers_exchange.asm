; holds: two one-byte fields through two pointers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: HL -> board.0, DE -> board.1
;! clobbers: A, B
;! oracle: f2_half
R:      LDAX D
        MOV B,M
        MOV M,A
        MOV A,B
        STAX D
        RET
