; wrong: is more than 128 bytes below the stack pointer
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (T)
;! oracle: f2_half
; 0100 is below S for every S from 7F on (unclear: more than 128 bytes below if S is above 7F)
T       EQU $12
PTR     EQU $10
R:      STA T
        STA $0100
        TXA
        LDX T
        RTS
