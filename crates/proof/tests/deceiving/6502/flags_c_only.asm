; wrong: only C, Z, N are in clobbers; ADC changes V
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: C, Z, N, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        CLC
        LDA T
        ADC #0
        STA T
        LDA T
        ADC #$7F
        TXA
        LDX T
        RTS
