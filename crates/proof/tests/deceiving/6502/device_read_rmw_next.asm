; wrong: INC $D001 does not latch
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P
;! oracle: f2_reflect
;! device: permuter 0D000H
T       EQU $12
PTR     EQU $10
R:      STX $D001
        STA $D000
        LDA $D001
        STX $D000
        INC $D001
        LDX $D001
        INX
        RTS
