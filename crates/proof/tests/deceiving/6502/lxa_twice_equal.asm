; wrong: two LXA need not see the same constant; the difference matters
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:3)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        STX T+1
        LDA #0
        LXA #$FF
        STA T+2
        LDA #0
        LXA #$FF
        EOR T+2
        EOR T+1
        LDX T
        RTS
