; unproven: uses the byte after the field as an index into 256 named scratch bytes
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (TAB:256)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #2
        LDA (PTR),Y
        TAX
        STA TAB,X
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
        RTS
TAB EQU $2000
