; wrong: does nothing if S=7F
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        TSX
        CPX #$7F
        BEQ Q
        LDA T+1
        LDX T
        RTS
Q:      LDX T+1
        LDA T
        RTS
