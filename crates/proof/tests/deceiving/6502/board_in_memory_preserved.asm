; holds: the input in memory is shifted out and back in
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (BRD) = board
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      ASL BRD
        ROL BRD+1
        ROR BRD+1
        ROR BRD
        LDX BRD
        LDA BRD+1
        RTS
BRD EQU $30
