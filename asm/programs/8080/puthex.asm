; Prints A as two hexadecimal digits. Keeps the registers but A.
PUTHEX: PUSH PSW
        RRC
        RRC
        RRC
        RRC
        CALL PUTNIB
        POP PSW
PUTNIB: ANI 0FH
        ADI '0'
        CPI '9'+1
        JC PUTC
        ADI 'A'-'9'-1
        JMP PUTC
