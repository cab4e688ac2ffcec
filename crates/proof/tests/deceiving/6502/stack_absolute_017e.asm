; unproven: 017E is below S for every S, 127 bytes below if S=FD
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STA $017E
        TXA
        LDX T
        RTS
