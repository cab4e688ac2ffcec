;! routine: DISTANCE
;! cpu: 6502
;! org: 0200H
;! title: Returns the distance of two bytes
;! in: A = x, X = z
;! out: A = y
;! clobbers: P, (OTHER)
;! ensures: y = abs(x - z)
OTHER   = $22
DISTANCE:
        STX  OTHER
        SEC
        SBC  OTHER      ; the difference
        BCS  DONE       ; no borrow: done
        EOR  #$FF       ; else its negative: the complement
        CLC
        ADC  #1         ; plus 1
DONE:   RTS
