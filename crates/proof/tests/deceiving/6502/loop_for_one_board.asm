; wrong: never returns for board 8001
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        CMP #1
        BNE S
        CPX #$80
LP:     BEQ LP
S:      TXA
        LDX T
        RTS
