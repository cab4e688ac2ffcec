; holds: I is set and D is clear on entry
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
        PHP
        PLA
        AND #$0C
        CMP #$04
        BNE R
        TXA
        LDX T
        RTS
