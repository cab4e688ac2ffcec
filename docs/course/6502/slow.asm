;! routine: FIVE
;! cpu: 6502
;! org: 0200H
;! title: Returns 5 times a byte
;! in: A = x
;! out: A = y
;! clobbers: X, P, (BYTE)
;! ensures: y = 5 * x mod 256
BYTE    = $22
FIVE:   STA  BYTE
        LDX  #4         ; four more times
NEXT:   CLC
        ADC  BYTE
        DEX
        BNE  NEXT
        RTS
