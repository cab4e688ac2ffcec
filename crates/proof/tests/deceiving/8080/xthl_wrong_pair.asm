; wrong: XTHL swaps the board with the return address only if Z on entry
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      JNZ S
        XTHL
        XTHL
        XTHL
        XTHL
        MOV A,H
        MOV H,L
        MOV L,A
        RET
S:      XTHL
        XTHL
        MOV A,H
        ORI 0
        MOV H,L
        MOV L,A
        XTHL
        RET
