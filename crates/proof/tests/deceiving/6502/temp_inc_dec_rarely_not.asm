; wrong: the sheet byte is left changed if A=0
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
        INC T0
        CMP #0
        BEQ S
        DEC T0
S:      TXA
        LDX T
        RTS
T0:     DB 0
