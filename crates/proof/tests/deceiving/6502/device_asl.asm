; wrong: ASL of the latch, LSR does not restore bit 7
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
R:      STA $D000
        ASL $D000
        LSR $D000
        LDA $D001
        STX $D000
        LDX $D001
        RTS
