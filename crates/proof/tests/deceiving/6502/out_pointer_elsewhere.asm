; refused: out says that PT2 points to the board, nothing sets PT2
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PT2) -> board
;! clobbers: A, X, Y, P
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
        RTS
PT2 EQU $14
