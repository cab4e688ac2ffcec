; wrong: LDA absolute,X crosses a page: 5 cycles, stated without
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T:2)
;! oracle: f2_half
;! cycles: 24
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDX #$FF
        LDA R+1,X
        LDA T+1
        LDX T
        RTS
