; wrong: RTS to the return address plus 1; NOP at FFFE and JMP FFFF at 0000
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T), (V:2)
;! oracle: f2_half
; pushes return address + 1 twice
T       EQU $12
PTR     EQU $10
R:      STA T
        PLA
        CLC
        ADC #1
        STA V
        PLA
        ADC #0
        STA V+1
        PHA
        LDA V
        PHA
        TXA
        LDX T
        RTS
V EQU $20
        ORG $0000
        NOP
        JMP $FFFF
