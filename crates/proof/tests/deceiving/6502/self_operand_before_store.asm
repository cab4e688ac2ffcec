; wrong: the operand of LDX # is stored only if A is not 0
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, (X1)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      CMP #0
        BEQ S
        STA X1
S:      TXA
        DB $A2
X1:     DB 0
        RTS
