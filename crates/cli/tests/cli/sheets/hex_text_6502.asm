; holds
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: P, Y, (T:2)
;! oracle: f2_half
; converts the low nibble of A to an ASCII hexadecimal digit in decimal mode, and back
T       EQU $10
R:      STA T
        AND #$0F
        SED
        CMP #10
        ADC #'0'
        CLD
        SEC
        SBC #'0'
        CMP #10
        BCC DIGIT
        SBC #7
DIGIT:  STA T+1
        LDA T
        AND #$F0
        ORA T+1
        TAY
        TXA
        PHA
        TYA
        TAX
        PLA
        RTS
