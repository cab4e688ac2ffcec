;! cpu: 6502
; 4 + 4 + 4.
        ORG  $0200
START:  LDA  #0         ; the sum so far
        LDX  #3         ; the number of rounds
NEXT:   CLC
        ADC  #4
        DEX             ; one round less; 0 sets Z
        BNE  NEXT       ; not equal to zero: another round
        RTS
