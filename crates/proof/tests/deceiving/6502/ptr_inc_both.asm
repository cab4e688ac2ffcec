; holds: INC with carry, DEC with borrow, PTR is as before
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
        PHA
        INC PTR
        BNE S
        INC PTR+1
S:      LDA (PTR),Y
        TAX
        PLA
        STA (PTR),Y
        LDA PTR
        BNE V
        DEC PTR+1
V:      DEC PTR
        TXA
        STA (PTR),Y
        RTS
