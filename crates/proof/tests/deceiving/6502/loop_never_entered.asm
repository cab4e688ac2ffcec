; holds: endless loop after a condition that is never true
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
        AND #$7F
        BPL S
LP:     JMP LP
S:      TXA
        LDX T
        RTS
