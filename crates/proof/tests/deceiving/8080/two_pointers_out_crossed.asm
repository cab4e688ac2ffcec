; holds: the out terms exchange the pointers: board is turned already (or the sheet is refused)
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: DE -> board.0, HL -> board.1
;! clobbers: A
;! oracle: f2_half
R:      RET
