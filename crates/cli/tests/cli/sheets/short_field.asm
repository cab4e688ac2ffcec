; refused: byte 3 of `board` has no place
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (BRD) = board.0-2
;! out: (BRD) = board.0-2
;! oracle: f3_turn
R:  RET
BRD:  DS 3
