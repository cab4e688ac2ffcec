; wrong: T0: DB 0 is in clobbers: unknown
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T), (T0)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        TXA
        ORA T0
        LDX T
        RTS
T0:     DB 0
