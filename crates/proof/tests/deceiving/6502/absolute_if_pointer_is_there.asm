; unproven: reads absolute 5000, 5001 if PTR is 5000
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDA PTR
        BNE S
        LDA PTR+1
        CMP #$50
        BNE S
        LDX $5000
        LDA $5001
        STA $5000
        STX $5001
        RTS
S:      LDY #0
        LDA (PTR),Y
        TAX
        INY
        LDA (PTR),Y
        DEY
        STA (PTR),Y
        TXA
        INY
        STA (PTR),Y
        RTS
