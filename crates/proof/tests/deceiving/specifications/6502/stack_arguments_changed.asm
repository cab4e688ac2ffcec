; wrong: an argument changes
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: (S+3) = x, (S+4) = y
;! out: A = z
;! clobbers: X, P
;! ensures: z = x ^ y
TEST:   TSX
        LDA  $0103,X
        EOR  $0104,X
        INC  $0103,X
        RTS
