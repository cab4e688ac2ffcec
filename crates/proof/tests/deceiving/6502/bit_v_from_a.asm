; wrong: BIT's V is bit 6 of memory, not of A AND memory
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDA #0
        BIT T
        BVS Q
        LDA T+1
        LDX T
        RTS
Q:      LDA T
        LDX T+1
        RTS
