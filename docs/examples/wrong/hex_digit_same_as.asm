;! routine: HEXDIG
;! cpu: 6502
;! org: 0200H
;! title: Adds 7 with the carry still set
;! in: A = n
;! out: A = digit
;! clobbers: P
;! same-as: ../specifications/hex_digit.asm
HEXDIG: CMP  #10
        BCC  DIGIT
        ADC  #7         ; CMP has set C: adds 8
DIGIT:  ADC  #'0'
        RTS
