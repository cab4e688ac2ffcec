; wrong: (zp,X) with X one too large
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDX #PTR+2
        LDA ($FF,X)
        PHA
        LDY #1
        LDA (PTR),Y
        DEX
        STA ($FF,X)
        PLA
        STA (PTR),Y
        RTS
