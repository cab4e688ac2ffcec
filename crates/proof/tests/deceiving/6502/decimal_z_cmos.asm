; wrong: expects Z to be set after decimal 99 + 1, as on the 65C02: it returns a board unchanged
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
        SED
        CLC
        LDA #$99
        ADC #1
        CLD
        BNE Q
        LDA T+1
        LDX T
        RTS
Q:      LDX T+1
        LDA T
        RTS
