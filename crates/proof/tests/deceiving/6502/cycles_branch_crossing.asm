; holds: the branch is taken into another page: 4 cycles; 3+2+4+2+3+6 = 20
;! routine: R
;! cpu: 6502
;! org: $03F8
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
;! cycles: 20
T       EQU $12
PTR     EQU $10
R:      STA T
        ORA #1
        BNE S
        NOP
        NOP
        NOP
        NOP
S:      TXA
        LDX T
        RTS
