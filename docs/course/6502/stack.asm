;! cpu: 6502
; Keeps two numbers while other code uses their registers.
        ORG  $0200
START:  LDX  #$12
        LDA  #$34
        PHA             ; A on the stack
        TXA
        PHA             ; and X, by way of A
        LDX  #0         ; A and X are used for something else
        LDA  #0
        PLA             ; last in, first out
        TAX
        PLA
        RTS
