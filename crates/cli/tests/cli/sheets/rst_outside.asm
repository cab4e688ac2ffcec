; fails
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:  RST 1
    RET
