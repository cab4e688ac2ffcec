; holds: the out terms exchange the pointers, so the board is turned already (or the sheet is refused)
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board.0, (PT2) -> board.1
;! out: (PT2) -> board.0, (PTR) -> board.1
;! clobbers: A
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      RTS
PT2 EQU $14
