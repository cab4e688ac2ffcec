; holds: the pointer is the operand of LDA absolute,Y
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PT2) -> board
;! out: (PT2) -> board
;! clobbers: A, X, Y, P, (V:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDX PT2
        STX V
        LDX PT2+1
        STX V+1
        LDY #1
        JSR RD
        TAX
        DEY
        JSR RD
        INY
        STA (V),Y
        TXA
        DEY
        STA (V),Y
        RTS
RD:     LDA $FFFF,Y
PT2 EQU RD+1
        RTS
V EQU $20
