;! routine: LOWBIT
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = x & (0 - x) mod 256
;! title: The lowest set bit of a byte
T       EQU $81
LOWBIT:   STA T
          EOR #$FF
          CLC
          ADC #1
          AND T
          RTS
