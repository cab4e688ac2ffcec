;! routine: ASR
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = (signed(x) >> 1) mod 256
;! title: Halves a signed byte, rounded down
T       EQU $81
ASR:      STA T
          ASL T
          ROR A
          RTS
