; wrong: no carry into the return address's high byte
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
        PLA
        CLC
        ADC #1
        TAY
        PLA
        PHA
        TYA
        PHA
        PHP
        TXA
        LDX T
        RTI
