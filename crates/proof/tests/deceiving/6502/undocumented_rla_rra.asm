; holds: RLA then RRA: memory rotates left and right through the carry
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
        TAY
        RLA T
        ROR T
        TYA
        LDX T
        RTS
