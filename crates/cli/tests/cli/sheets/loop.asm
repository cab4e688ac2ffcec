; fails: it does not return: an endless loop
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! oracle: f2_turn
R:  JMP R
