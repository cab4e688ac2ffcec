; wrong: EOR #1 in place of + 1: odd pointers
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #0
        LDA (PTR),Y
        TAX
        LDA PTR
        EOR #1
        STA PTR
        LDA (PTR),Y
        PHA
        TXA
        STA (PTR),Y
        LDA PTR
        EOR #1
        STA PTR
        PLA
        STA (PTR),Y
        RTS
