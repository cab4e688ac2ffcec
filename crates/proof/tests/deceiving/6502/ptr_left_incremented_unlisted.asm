; wrong: PTR is left incremented, not in clobbers
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDY #0
        LDA (PTR),Y
        PHA
        INY
        LDA (PTR),Y
        DEY
        STA (PTR),Y
        INC PTR
        BNE S
        INC PTR+1
S:      PLA
        STA (PTR),Y
        RTS
