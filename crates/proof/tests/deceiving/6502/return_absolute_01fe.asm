; wrong: takes the return address at 01FE, right only if S=FD
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
        LDY $01FE
        PLA
        TYA
        PHA
        TXA
        LDX T
        RTS
