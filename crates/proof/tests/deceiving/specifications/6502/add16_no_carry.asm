; wrong: adds words: no carry
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x.0, X = x.1, (N:2) = y
;! out: A = z.0, X = z.1, C = c
;! clobbers: P, (T)
;! ensures: c * 65536 + z = x + y
R:      CLC
        ADC N
        STA T
        TXA
        CLC
        ADC N+1
        TAX
        LDA T
        RTS
N       EQU $10
T       EQU $12
