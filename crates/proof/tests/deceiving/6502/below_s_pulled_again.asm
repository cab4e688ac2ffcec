; holds: a pulled byte is still below S
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      PHA
        PLA
        TXA
        TAY
        TSX
        DEX
        TXS
        PLA
        TAX
        TYA
        RTS
