; fails: `board` is wrong
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:1)
;! oracle: f2_half
T EQU $10
R:  LDY T
    CPY #$37
    BEQ Q
    STA T
    TXA
    LDX T
Q:  RTS
