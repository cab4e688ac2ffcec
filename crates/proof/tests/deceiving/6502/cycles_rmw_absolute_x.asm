; holds: INC absolute,X takes 7 cycles: 3+3+2+7+7+3+3+6 = 34
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T:2), (V:1)
;! oracle: f2_half
;! cycles: 34
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDX #0
        INC V,X
        DEC V,X
        LDA T+1
        LDX T
        RTS
V EQU $2000
