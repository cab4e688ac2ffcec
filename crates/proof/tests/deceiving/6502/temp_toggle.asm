; wrong: works in every second call only
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T), (T0)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        LDA T0
        EOR #1
        STA T0
        LSR
        BCC Q
        TXA
        LDX T
        RTS
Q:      LDA T
        RTS
T0:     DB 0
