; wrong: SHX does not store X
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2), (TAB:16)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        LDY #5
        SHX TAB,Y
        LDA TAB+5
        LDX T
        RTS
TAB EQU $FE00
