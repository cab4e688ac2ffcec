; holds: INC, DEC of a sheet byte that is not in clobbers
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        INC T0
        DEC T0
        TXA
        LDX T
        RTS
T0:     DB 0
