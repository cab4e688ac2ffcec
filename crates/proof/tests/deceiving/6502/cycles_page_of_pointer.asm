; wrong: stated as 40, one more if the field crosses a page
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
;! cycles: 40
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
        RTS
