; holds: the operand has only bits that A has
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:3)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDA #$F0
        ANE #$F0
        STA T+2
        LDA T+1
        AND #$0F
        ORA T+2
        LDX T
        RTS
