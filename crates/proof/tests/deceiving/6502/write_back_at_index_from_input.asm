; holds: index is byte 0 AND 1
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
        AND #1
        TAY
        LDA (PTR),Y
        STA (PTR),Y
        PLA
        TAX
        LDY #1
        LDA (PTR),Y
        DEY
        STA (PTR),Y
        TXA
        INY
        STA (PTR),Y
        RTS
