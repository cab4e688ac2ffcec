; reference: S
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P, X
R:      TSX
        TXA
        RTS
