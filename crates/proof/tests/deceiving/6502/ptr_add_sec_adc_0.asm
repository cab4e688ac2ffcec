; holds: SEC, ADC #0 adds 1
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (T:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDA PTR
        SEC
        ADC #0
        STA T
        LDA PTR+1
        ADC #0
        STA T+1
        LDY #0
        LDA (PTR),Y
        TAX
        LDA (T),Y
        STA (PTR),Y
        TXA
        STA (T),Y
        RTS
