; wrong: INX H, DCR L: another page if the return address ends with FF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        XTHL
        INX H
        DCR L
        XTHL
        RET
