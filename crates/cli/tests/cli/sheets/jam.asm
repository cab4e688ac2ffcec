; fails: it does not return
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T:2)
;! oracle: f2_half
T EQU $10
R:  DB $02
    RTS
