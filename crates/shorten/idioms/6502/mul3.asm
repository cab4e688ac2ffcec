;! routine: MUL3
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = 3 * x mod 256
;! title: Three times a byte
T       EQU $81
MUL3:     STA T
          CLC
          ADC T
          CLC
          ADC T
          RTS
