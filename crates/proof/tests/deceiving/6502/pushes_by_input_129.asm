; wrong: (A AND 7F) + 2 pushes, 129 for A=7F
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        AND #$7F
        TAY
        INY
        INY
L1:     PHA
        DEY
        BNE L1
        AND #$7F
        TAY
        INY
        INY
L2:     PLA
        DEY
        BNE L2
        TXA
        LDX T
        RTS
