; unproven: 017F as scratch memory, no push in between
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA $017F
        TXA
        LDX $017F
        RTS
