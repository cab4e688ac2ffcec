; wrong: RTS to 50xx for X=77 only; code at 0000 would return
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T), (V:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        PLA
        CLC
        ADC #1
        STA V
        PLA
        ADC #0
        STA V+1
        CPX #$77
        BNE S
        LDA #$50
        PHA
        LDA T
        PHA
        RTS
V EQU $20
S:      TXA
        LDX T
        JMP (V)
        ORG $0000
        TXA
        LDX T
        JMP (V)
