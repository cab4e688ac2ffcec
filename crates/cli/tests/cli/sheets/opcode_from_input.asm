; holds
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (R1:1), (T:1)
;! oracle: f2_half
; writes TXA ($8A) or NOP;TXA depending on the input, so an opcode depends on data
T EQU $10
R:  STA T
    AND #1
    BEQ E0
    LDA #$EA
    BNE E1
E0: LDA #$18
E1: STA R1
R1: NOP
    TXA
    LDX T
    RTS
