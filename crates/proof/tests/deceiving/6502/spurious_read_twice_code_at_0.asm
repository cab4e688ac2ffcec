; holds: an undeclared byte is read twice and cancels; subroutine at 0000
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
        JSR Z0
        LDX T
        RTS
        ORG $0000
Z0:     TXA
        EOR $5000
        EOR $5000
        RTS
