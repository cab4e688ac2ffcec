; wrong: HL and DE are exchanged on return
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: HL -> board.0, DE -> board.1
;! clobbers: A, B, F
;! oracle: f2_half
R:      XCHG
        LDAX D
        MOV B,M
        MOV M,A
        MOV A,B
        STAX D
        RET
