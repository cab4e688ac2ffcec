; holds: ANC #$FF sets C to bit 7, ALR #$FF shifts right; undone by ROL
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
        TXA
        ALR #$FF
        ROL
        LDX T
        RTS
