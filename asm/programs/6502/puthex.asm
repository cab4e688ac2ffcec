; Prints A as two hexadecimal digits. Keeps X and Y.
PUTHEX: PHA
        LSR
        LSR
        LSR
        LSR
        JSR PUTNIB
        PLA
PUTNIB: AND #$0F
        ORA #'0'
        CMP #'9'+1
        BCC PUTOUT
        ADC #'A'-'9'-2  ; the carry is set
PUTOUT: JMP CHROUT
