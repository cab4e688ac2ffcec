; fails: D and I of the 6502 must be left as they were
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T:1)
;! oracle: f2_half
T EQU $10
; leaves D set
R:  STA T
    TXA
    LDX T
    SED
    RTS
