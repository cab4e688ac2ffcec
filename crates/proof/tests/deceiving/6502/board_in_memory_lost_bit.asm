; wrong: ASL, LSR loses bit 7 of byte 0
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (BRD) = board
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDX BRD
        LDA BRD+1
        ASL BRD
        LSR BRD
        RTS
BRD EQU $30
