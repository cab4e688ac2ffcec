; wrong: no carry into the high byte of the return address
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T), (V:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        PLA
        CLC
        ADC #1
        STA V
        PLA
        STA V+1
        TXA
        LDX T
        JMP (V)
V EQU $20
