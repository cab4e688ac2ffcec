; holds: return address + 1 in named memory, JMP (V)
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
        ADC #0
        STA V+1
        TXA
        LDX T
        JMP (V)
V EQU $20
