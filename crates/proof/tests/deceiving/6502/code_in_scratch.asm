; holds: writes RTS into named memory and calls it
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        LDY T
        LDA #$60
        STA T
        JSR T
        STY T
        TXA
        LDX T
        RTS
