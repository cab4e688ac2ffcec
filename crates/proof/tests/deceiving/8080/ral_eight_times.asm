; wrong: eight RAL do not restore A and the carry
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: D, E
;! oracle: f2_half
R:      MOV D,L
        MOV E,H
        RAL
        RAL
        RAL
        RAL
        RAL
        RAL
        RAL
        RAL
        XCHG
        RET
