; holds: writes at $D000,X and then at $D000
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
;! device: permuter 0D000H
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        TXA
        AND #3
        TAX
        LDA T
        STA $D000,X
        STA $D000
        LDX $D000
        LDA T+1
        RTS
