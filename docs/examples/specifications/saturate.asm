;! routine: SATADD
;! cpu: 6502
;! org: 0200H
;! title: Adds two bytes; the sum is at most 255
;! in: A = x, (Y2) = y
;! out: A = z
;! clobbers: P
;! ensures: z = min(x + y, 255)
;! cycles: 14-15
Y2      = $20
SATADD: CLC
        ADC  Y2
        BCC  DONE
        LDA  #$FF
DONE:   RTS
