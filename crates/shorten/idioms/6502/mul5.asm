;! routine: MUL5
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = 5 * x mod 256
;! title: Five times a byte
T       EQU $81
MUL5:     STA T
          ASL A
          ASL A
          CLC
          ADC T
          RTS
