; wrong: writes the second byte at HL+1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: HL -> board.0, DE -> board.1
;! clobbers: A, B, F
;! oracle: f2_half
R:      LDAX D
        MOV B,M
        MOV M,A
        INX H
        MOV M,B
        DCX H
        RET
