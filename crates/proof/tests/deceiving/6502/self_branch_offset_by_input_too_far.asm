; wrong: branch offset 0 to 3, jumps over TXA or into LDX for 2, 3
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
        AND #3
        STA X1
        CLC
        DB $90
X1:     DB $80
        NOP
        TXA
        LDX T
        RTS
