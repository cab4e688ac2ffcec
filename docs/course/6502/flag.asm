;! cpu: 6502
; A sum that does not fit becomes 255.
        ORG  $0200
START:  LDA  #200
        CLC
        ADC  #100       ; 300 is 256 + 44: carry
        BCC  FITS       ; carry clear: branch to FITS
        LDA  #255
FITS:   CMP  #255       ; compare: equal, so Z is set
        RTS
