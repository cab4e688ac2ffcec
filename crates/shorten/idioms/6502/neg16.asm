;! routine: NEG16
;! cpu: 6502
;! org: $0300
;! in: A = x.0, X = x.1
;! out: A = y.0, X = y.1
;! clobbers: (T), P
;! ensures: y = (0 - x) mod 65536
;! title: Negates a word
T       EQU $81
NEG16:    EOR #$FF
          CLC
          ADC #1
          STA T
          TXA
          EOR #$FF
          ADC #0
          TAX
          LDA T
          RTS
