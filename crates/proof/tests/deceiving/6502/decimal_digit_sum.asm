; wrong: decimal addition of the low nibble, right only for digits
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:3)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        SED
        CLC
        AND #$0F
        ADC #0
        CLD
        STA T+2
        LDA T
        AND #$F0
        ORA T+2
        TAX
        LDA T+1
        RTS
