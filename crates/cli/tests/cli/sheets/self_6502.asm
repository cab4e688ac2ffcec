; holds
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (R1:1)
;! oracle: f2_half
R:  STA R1
    TXA
    DB $A2
R1: DB 0
    RTS
