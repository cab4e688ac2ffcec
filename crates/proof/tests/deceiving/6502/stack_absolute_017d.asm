; wrong: is more than 128 bytes below the stack pointer
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
; 017D is below S for every S from 7F on (128 bytes below if S=FD: unclear)
T       EQU $12
PTR     EQU $10
R:      STA T
        STA $017D
        TXA
        LDX T
        RTS
