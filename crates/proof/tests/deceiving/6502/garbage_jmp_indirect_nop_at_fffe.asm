; wrong: JMP (V) to 50xx; NOP at FFFE
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T), (V:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STX V
        LDX #$50
        STX V+1
        LDX V
        STA T
        TXA
        LDX T
        PHA
        PHA
        PLA
        PLA
        JMP (V)
V EQU $20
        ORG $FFFE
        NOP
