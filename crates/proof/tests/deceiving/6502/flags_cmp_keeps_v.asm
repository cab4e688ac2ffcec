; holds: CMP does not change V
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: C, Z, N, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        CMP #3
        TXA
        LDX T
        RTS
