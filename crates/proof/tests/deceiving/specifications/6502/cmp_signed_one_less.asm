; wrong: compares signed bytes: one less
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x, (M) = y
;! out: N = less
;! clobbers: P, A
;! ensures: less = (signed(x) < signed(y))
R:      CLC
        SBC M
        BVC S
        EOR #$80
S:      ORA #0
        RTS
M       EQU $10
