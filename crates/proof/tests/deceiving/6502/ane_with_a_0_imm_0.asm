; holds: ANE #0 is 0 on every chip
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T), (X1)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
X1 EQU $13
R:      STA T
        TXA
        TAY
        ANE #0
        STY X1
        ORA X1
        LDX T
        RTS
