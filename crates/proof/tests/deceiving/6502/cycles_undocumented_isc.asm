; holds: ISC (zp),Y takes 8 cycles
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
;! cycles: 58-59
T       EQU $12
PTR     EQU $10
R:      LDY #1
        ISC (PTR),Y
        DCP (PTR),Y
        LDA (PTR),Y
        TAX
        DEY
        LDA (PTR),Y
        INY
        STA (PTR),Y
        TXA
        DEY
        STA (PTR),Y
        NOP
        RTS
