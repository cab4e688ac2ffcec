; holds: the operand of LDY # is a byte that is not in the sheet (harmless, but it is executed)
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
        DB $A0
        ORG $0304
        TXA
        LDX T
        RTS
