;! routine: TIMES10
;! cpu: 6502
;! org: 0200H
;! title: Multiplies a byte by ten in a loop; no specification
;! in: A = x
;! out: A = y.0, X = y.1
;! clobbers: Y, P, (TEMP)
TEMP    = $20
TIMES10:STA  TEMP
        LDA  #0
        TAX
        LDY  #10
NEXT:   CLC
        ADC  TEMP
        BCC  SAME
        INX
SAME:   DEY
        BNE  NEXT
        RTS
