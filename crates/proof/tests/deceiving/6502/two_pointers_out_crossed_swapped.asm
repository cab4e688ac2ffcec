; wrong: the out terms exchange the pointers, and the routine exchanges the bytes: turned twice
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board.0, (PT2) -> board.1
;! out: (PT2) -> board.0, (PTR) -> board.1
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #0
        LDA (PTR),Y
        TAX
        LDA (PT2),Y
        STA (PTR),Y
        TXA
        STA (PT2),Y
        RTS
PT2 EQU $14
