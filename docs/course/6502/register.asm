;! cpu: 6502
; Three numbers in registers and in a byte of memory, and their sum.
OTHER   = $10           ; a byte of memory with a name
        ORG  $0200
START:  LDA  #30        ; 30 into A,
        TAX             ; and a copy into X
        LDA  #12
        TAY             ; 12 into Y
        STX  OTHER      ; the number in X into memory
        CLC
        ADC  OTHER      ; A is 12 + 30
        RTS
