; wrong: RTI to the last byte of the caller's JSR
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
        TAY
        PLA
        PHA
        TYA
        PHA
        PHP
        TXA
        LDX T
        RTI
