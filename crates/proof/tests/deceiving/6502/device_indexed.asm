; holds: device written and read at $D000,X with X = 0 to 1
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
;! device: permuter 0D000H
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDY T
        AND #3
        TAX
        TYA
        STY $D000
        LDA $D000
        LDA $D000,X
        LDA T+1
        LDX T
        RTS
