; fails: it does not return
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
T EQU $10
; changes the stack pointer and restores it, but pushes where the return address can be
R:  STA T
    STX T+1
    TSX
    TXA
    TAY
    LDX #$80
    TXS
    PHA
    PLA
    TYA
    TAX
    TXS
    LDX T
    LDA T+1
    RTS
