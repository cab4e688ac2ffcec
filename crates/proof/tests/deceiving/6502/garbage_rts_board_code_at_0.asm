; wrong: RTS to an address from the board with high byte 50; code at 0000 restores everything
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2), (V:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        PLA
        TAY
        PLA
        STA V+1
        STY V
        LDA #$50
        PHA
        LDA T
        PHA
        RTS
V EQU $20
        ORG $0000
        LDA V+1
        PHA
        LDA V
        PHA
        LDX T
        LDA T+1
        RTS
