; wrong: 65 calls use 130 bytes: too many for S=7F
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
        LDY #65
        JSR D1
        TXA
        LDX T
        RTS
D1:     DEY
        BEQ Q
        JSR D1
Q:      RTS
