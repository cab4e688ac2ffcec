; wrong: greater, not equal
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x.0, X = x.1
;! out: C = c
;! clobbers: P, A
;! ensures: c = (x > 1000)
R:      CMP #$E8
        TXA
        SBC #3
        RTS
