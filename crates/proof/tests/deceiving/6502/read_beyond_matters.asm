; wrong: returns at once if the byte after the field is 0
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #2
        LDA (PTR),Y
        BEQ Q
        LDY #0
        LDA (PTR),Y
        TAX
        INY
        LDA (PTR),Y
        DEY
        STA (PTR),Y
        TXA
        INY
        STA (PTR),Y
Q:      RTS
