;! routine: HALFUP
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = (x + 1) / 2
;! title: Half a byte, rounded up
HALFUP:   LSR A
          ADC #0
          RTS
