; wrong: does nothing if DE = HL+1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: HL -> board.0, DE -> board.1
;! clobbers: A, B, F
;! oracle: f2_half
R:      INX H
        MOV A,H
        CMP D
        JNZ S
        MOV A,L
        CMP E
        JNZ S
        DCX H
        RET
S:      DCX H
        LDAX D
        MOV B,M
        MOV M,A
        MOV A,B
        STAX D
        RET
