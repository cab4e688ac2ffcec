; fails: it does not return
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T:1)
;! oracle: f2_half
T EQU $10
; the vector crosses the end of a page: NMOS reads the high byte from $0400
R:  STA T
    JMP ($04FF)
    ORG $04FF
    DB <OK
    DB >OK
    ORG $0510
OK: TXA
    LDX T
    RTS
    ORG $0400
    DB >R
