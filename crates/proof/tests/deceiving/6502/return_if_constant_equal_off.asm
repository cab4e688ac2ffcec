; wrong: JMP $1234 if the return address is 1235
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
        PLA
        TAY
        PLA
        CMP #$12
        BNE S
        CPY #$34
        BNE S
        TXA
        LDX T
        JMP $1234
S:      PHA
        TYA
        PHA
        TXA
        LDX T
        RTS
