; wrong: falls through into the named scratch byte after the code
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T), (SB)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        TXA
        LDX T
SB:     RTS
