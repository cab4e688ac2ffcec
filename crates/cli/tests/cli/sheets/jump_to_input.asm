; fails
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! oracle: f2_half
R:  PCHL
