; wrong: decimal ADC #0 changes invalid digits
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
        SED
        CLC
        LDA T
        ADC #0
        STA T
        CLD
        TXA
        LDX T
        RTS
