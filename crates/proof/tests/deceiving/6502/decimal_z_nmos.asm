; holds here only: NMOS: after decimal 99 + 1 Z is clear, since the binary sum is 9A
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
        BEQ R
        BCC R
        CMP #0
        BNE R
        LDA T+1
        LDX T
        RTS
