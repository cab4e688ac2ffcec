;! routine: MUL10
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = 10 * x mod 256
;! title: Ten times a byte
T       EQU $81
MUL10:    STA T
          ASL A
          ASL A
          CLC
          ADC T
          ASL A
          RTS
