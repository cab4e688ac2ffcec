; wrong: LAS with FD leaves S changed if bit 1 of S is set
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:3)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDY #0
        LAS TB,Y
        LDA T+1
        LDX T
        RTS
TB:     DB $FD
