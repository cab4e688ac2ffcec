; holds: INY, BNE as a carry
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        PLA
        TAY
        PLA
        TAX
        INY
        BNE S
        INX
S:      TXA
        PHA
        TYA
        PHA
        PHP
        LDA T+1
        LDX T
        RTI
