; wrong: writes the second byte through the first pointer and an index: only if PT2 = PTR+1
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board.0, (PT2) -> board.1
;! out: (PTR) -> board.0, (PT2) -> board.1
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
        INY
        STA (PTR),Y
        RTS
PT2 EQU $14
