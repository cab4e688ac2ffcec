; wrong: XTHL stated as 19, as on the Z80
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 63
R:      XTHL
        XTHL
        MOV A,H
        MOV H,L
        MOV L,A
        RET
