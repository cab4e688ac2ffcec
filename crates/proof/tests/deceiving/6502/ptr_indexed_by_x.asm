; holds: (zp,X)
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDX #PTR
        LDA (0,X)
        PHA
        LDY #1
        LDA (PTR),Y
        STA ($00,X)
        PLA
        STA (PTR),Y
        RTS
