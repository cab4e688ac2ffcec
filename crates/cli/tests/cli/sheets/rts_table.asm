; holds
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:1)
;! oracle: f2_half
T EQU $10
; jump table through the stack, index from input
R:  STA T
    AND #3
    TAY
    LDA HI,Y
    PHA
    LDA LO,Y
    PHA
    RTS
HI: DB >(C0-1),>(C1-1),>(C2-1),>(C0-1)
LO: DB <(C0-1),<(C1-1),<(C2-1),<(C0-1)
C1: NOP
C2: NOP
C0: TXA
    LDX T
    RTS
