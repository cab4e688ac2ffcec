; holds: P is not in clobbers; PHP, PLP
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      PHP
        STA T
        TXA
        LDX T
        PLP
        RTS
