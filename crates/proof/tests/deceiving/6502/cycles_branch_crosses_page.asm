; wrong: the branch crosses a page: 4 cycles, not 3
;! routine: R
;! cpu: 6502
;! org: $03F6
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
;! cycles: 18-19
T       EQU $12
PTR     EQU $10
R:      STA T
        CPX #0
        BEQ S
        NOP
        NOP
S:      TXA
        LDX T
        RTS
