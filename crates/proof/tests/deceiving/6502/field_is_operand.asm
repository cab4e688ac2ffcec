; holds: the input field is the operands of two instructions
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: (F0) = board.0, (F1) = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      LDX #0
F0 EQU $-1
        LDA #0
F1 EQU $-1
        RTS
