; wrong: CLI for board 5555
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
        CMP #$55
        BNE S
        CPX #$55
        BNE S
        CLI
S:      TXA
        LDX T
        RTS
