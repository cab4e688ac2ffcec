;! routine: FIVE
;! cpu: 6502
;! org: 0200H
;! title: Returns 5 times a byte
;! in: A = x
;! out: A = y
;! clobbers: P, (BYTE)
;! ensures: y = 5 * x mod 256
BYTE    = $22
FIVE:   STA  BYTE
        ASL  A          ; 2 times
        ASL  A          ; 4 times
        CLC
        ADC  BYTE       ; 5 times
        RTS
