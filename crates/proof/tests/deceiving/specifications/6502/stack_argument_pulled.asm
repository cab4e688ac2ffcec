; holds: the argument is removed, as the header says
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: (S+3) = x
;! out: A = y
;! clobbers: X, P, (BACK:2)
;! ensures: y = x
;! pops: 1
BACK    =    $80
TEST:   PLA
        STA  BACK
        PLA
        STA  BACK+1
        PLA
        TAX
        LDA  BACK+1
        PHA
        LDA  BACK
        PHA
        TXA
        RTS
