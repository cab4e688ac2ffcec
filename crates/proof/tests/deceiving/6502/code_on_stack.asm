; wrong: executes RTS on the stack
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
        LDA #$60
        STA $017F
        JSR $017F
        TXA
        LDX T
        RTS
