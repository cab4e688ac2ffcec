;! cpu: 6502
; The square of 7, from a table.
        ORG  $0200
START:  LDX  #7
        LDA  SQUARES,X
        RTS
SQUARES:DB   0,1,4,9,16,25,36,49,64,81,100,121,144,169,196,225
