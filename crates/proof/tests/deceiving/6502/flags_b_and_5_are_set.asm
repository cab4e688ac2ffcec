; holds: PHP pushes bits 4 and 5 set
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
        AND #$30
        CMP #$30
        BNE R
        TXA
        LDX T
        RTS
