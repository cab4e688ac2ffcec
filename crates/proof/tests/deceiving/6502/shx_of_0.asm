; holds here only: SHX stores X AND something: 0 for X=0
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
        STX T+1
        LDX #0
        LDY #5
        SHX TAB,Y
        LDA TAB+5
        ORA T+1
        LDX T
        RTS
TAB EQU $2000
