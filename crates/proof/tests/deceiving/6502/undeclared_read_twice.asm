; holds: an undeclared byte is read twice and cancels
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
        TXA
        EOR $5000
        EOR $5000
        LDX T
        RTS
