;! routine: ROL16
;! cpu: 6502
;! org: $0300
;! in: A = x.0, X = x.1
;! out: A = y.0, X = y.1
;! clobbers: (T), P
;! ensures: y = (x << 1 | x >> 15) mod 65536
;! title: Rotates a word left by one bit
T       EQU $81
ROL16:    STX T
          ASL A
          ROL T
          ADC #0
          LDX T
          RTS
