; refused: out says that DE points to the board; nothing sets DE
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: DE -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
