; holds here only: TAS sets S to A AND X, both are S
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2), (TAB:16)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        TSX
        TXA
        LDY #1
        TAS TAB,Y
        LDA T+1
        LDX T
        RTS
TAB EQU $2000
