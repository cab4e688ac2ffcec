; holds: branch offset stored before the branch
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T), (X1)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        LDY #1
        STY X1
        CLC
        DB $90
X1:     DB $80
        DB $02
        TXA
        LDX T
        RTS
