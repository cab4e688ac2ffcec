;! cpu: 6502
; A byte in the register A, and what happens at its end.
        ORG  $0200
START:  LDA  #40        ; the number 40 into A
        CLC             ; no carry from before
        ADC  #2         ; add 2
        CLC
        ADC  #214       ; 256 does not fit into a byte
        RTS
