; wrong: INX H then DCR L: no borrow if byte 1 is in the next page
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCR L
        MOV M,B
        RET
