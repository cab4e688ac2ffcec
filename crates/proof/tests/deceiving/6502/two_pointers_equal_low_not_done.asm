; wrong: does nothing if the low bytes of the pointers are equal
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board.0, (PT2) -> board.1
;! out: (PTR) -> board.0, (PT2) -> board.1
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDA PTR
        CMP PT2
        BEQ Q
        LDY #0
        LDA (PTR),Y
        TAX
        LDA (PT2),Y
        STA (PTR),Y
        TXA
        STA (PT2),Y
Q:      RTS
PT2 EQU $14
