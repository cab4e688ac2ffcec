; wrong: immediate operand holds what the last call left
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T), (X1)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        TXA
        EOR #0
        LDX T
        STX X1
        RTS
X1 EQU $0304
