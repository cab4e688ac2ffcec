; wrong: 01FF is never below S; written with what is there (caller's memory)
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
        LDA $01FF
        STA $01FF
        TXA
        LDX T
        RTS
