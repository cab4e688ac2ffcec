; wrong: compares signed bytes: wrong bit
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x, (M) = y
;! out: N = less
;! clobbers: P, A
;! ensures: less = (signed(x) < signed(y))
R:      SEC
        SBC M
        BVC S
        EOR #$40
S:      ORA #0
        RTS
M       EQU $10
