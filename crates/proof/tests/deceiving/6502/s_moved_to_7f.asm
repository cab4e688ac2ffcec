; unproven: S=7F for a push: free for every S on entry
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        TSX
        TXA
        TAY
        LDX #$7F
        TXS
        PHA
        PLA
        TYA
        TAX
        TXS
        LDX T
        LDA T+1
        RTS
