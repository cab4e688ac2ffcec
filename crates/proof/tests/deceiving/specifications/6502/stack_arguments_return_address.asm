; refused: the return address is no argument
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: (S+2) = x, (S+3) = y
;! out: A = z
;! clobbers: X, P
;! ensures: z = x ^ y
TEST:   TSX
        LDA  $0103,X
        EOR  $0104,X
        RTS
