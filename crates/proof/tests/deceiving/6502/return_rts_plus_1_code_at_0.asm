; wrong: RTS to the return address + 1; the sheet has a jump to FFFF at 0000
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T)
;! oracle: f2_half
T       EQU $12
PTR     EQU $10
R:      STA T
        PLA
        CLC
        ADC #1
        TAY
        PLA
        ADC #0
        PHA
        TYA
        PHA
        TXA
        LDX T
        RTS
        ORG $0000
        JMP $FFFF
