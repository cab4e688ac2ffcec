; holds: BIT sets V and N from memory; the board's bit 6 is rebuilt from V
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
        LDY #0
        BIT T
        BVC S
        LDY #$40
S:      AND #$BF
        STA T
        TYA
        ORA T
        STA T
        TXA
        LDX T
        RTS
