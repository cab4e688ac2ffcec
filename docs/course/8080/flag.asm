;! cpu: 8080
; A sum that does not fit becomes 255.
        ORG  0100H
START:  MVI  A,200
        ADI  100        ; 300 is 256 + 44: carry
        JNC  FITS       ; no carry: jump to FITS
        MVI  A,255
FITS:   CPI  255        ; compare: equal, so Z is set
        RET
