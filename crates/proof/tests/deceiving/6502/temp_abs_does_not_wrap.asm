; wrong: $00F2,X with X=20 is 0112, not 12
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T), (T2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STX T2
        LDX #$20
        STA !$F2,X
        LDA T2
        LDX T
        RTS
T2 EQU $13
