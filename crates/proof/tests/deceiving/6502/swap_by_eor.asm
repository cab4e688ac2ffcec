; holds: exchange with EOR, without a spare byte
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
        EOR T+1
        STA T
        EOR T+1
        STA T+1
        EOR T
        TAX
        LDA T+1
        STA T
        TXA
        LDX T+1
        RTS
