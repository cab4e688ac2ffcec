; holds: writes through a pointer to the field or to scratch, by the input
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (T:2), (V:4)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #0
        LDA (PTR),Y
        TAX
        INY
        LDA (PTR),Y
        DEY
        STA (PTR),Y
        TXA
        INY
        STA (PTR),Y
        LSR
        BCC S
        LDA PTR
        STA T
        LDA PTR+1
        STA T+1
        BCS S2
S:      LDA #V
        STA T
        LDA #0
        STA T+1
S2:     LDA (T),Y
        STA (T),Y
        RTS
V EQU $20
