; wrong: pushes 129 bytes: for S=7F the last wraps around to 01FF, the caller's
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        LDY #129
L1:     PHA
        DEY
        BNE L1
        LDY #129
L2:     PLA
        DEY
        BNE L2
        TXA
        LDX T
        RTS
