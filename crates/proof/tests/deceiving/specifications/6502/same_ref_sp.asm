; wrong: the reference returns S
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P, X
;! same-as: ref_sp.asm
R:      TSX
        TXA
        RTS
