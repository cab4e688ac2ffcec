; refused: two kinds of specification
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: F
;! ensures: board = old(board)
;! oracle: f2_half
R:      RET
