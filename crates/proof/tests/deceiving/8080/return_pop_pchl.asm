; holds: returns with POP H, PCHL
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: DE = board
;! clobbers: H, L
;! oracle: f2_half
R:      MOV D,L
        MOV E,H
        POP H
        PCHL
