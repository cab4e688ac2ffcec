;! routine: MINIMUM
;! cpu: 6502
;! org: 0200H
;! title: Returns the smaller of two bytes
;! in: A = x, X = y
;! out: A = z
;! clobbers: P, (TEMP)
;! ensures: z = min(x, y)
;! cycles: 15-16
TEMP    = $20
MINIMUM:STX  TEMP
        CMP  TEMP
        BCC  DONE
        TXA
DONE:   RTS
