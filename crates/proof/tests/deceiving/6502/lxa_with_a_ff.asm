; holds here only: LXA with A=FF is LDA, LDX of the operand
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
        LDA #$FF
        LXA #$3C
        CPX #$3C
        BNE R
        CMP #$3C
        BNE R
        LDA T+1
        LDX T
        RTS
