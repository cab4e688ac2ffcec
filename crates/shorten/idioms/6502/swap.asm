;! routine: SWAP
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = (x << 4 | x >> 4) mod 256
;! title: Exchanges the two nibbles of a byte
SWAP:     ASL A
          ADC #0
          ASL A
          ADC #0
          ASL A
          ADC #0
          ASL A
          ADC #0
          RTS
