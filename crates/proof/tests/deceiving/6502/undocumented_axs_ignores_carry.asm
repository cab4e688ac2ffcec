; wrong: AXS #1 is not undone by INX if A AND X loses bits
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
        TXA
        TAY
        LDX T
        LDA #$7F
        AXS #1
        INX
        TYA
        RTS
