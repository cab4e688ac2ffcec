; holds: a byte after the JSR is read through the return address
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2), (V:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        JSR IN
        DB $A5
        CMP #$A5
        BNE R2
        LDA T+1
        LDX T
R2:     RTS
IN:     PLA
        STA V
        PLA
        STA V+1
        LDY #1
        LDA (V),Y
        TAX
        INC V
        LDA V+1
        PHA
        LDA V
        PHA
        TXA
        RTS
V EQU $20
