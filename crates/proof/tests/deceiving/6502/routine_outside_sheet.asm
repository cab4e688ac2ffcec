; wrong: the routine begins outside the sheet
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R EQU $2000
R2:     STA T
        TXA
        LDX T
        RTS
