; wrong: T is fine, but the result of board 0000 is the return address's bit 7
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        CPX #0
        BNE S
        CMP #0
        BNE S
        PLA
        PHA
        AND #$80
        LDX #0
        RTS
S:      TXA
        LDX T
        RTS
