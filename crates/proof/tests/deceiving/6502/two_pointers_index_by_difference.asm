; holds: PT2 reached from PTR's page with an index if both are in one page, else directly
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board.0, (PT2) -> board.1
;! out: (PTR) -> board.0, (PT2) -> board.1
;! clobbers: A, X, Y, P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #0
        LDA (PTR),Y
        TAX
        LDA (PT2),Y
        STA (PTR),Y
        STX T
        LDA PT2
        SEC
        SBC PTR
        TAY
        LDA PT2+1
        SBC PTR+1
        BEQ S
        LDY #0
        LDA T
        STA (PT2),Y
        RTS
S:      LDA T
        STA (PTR),Y
        RTS
PT2 EQU $14
