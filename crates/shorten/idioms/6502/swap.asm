;! routine: SWAP
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = (x << 4 | x >> 4) mod 256
;! title: Exchanges the two nibbles of a byte
T       EQU $81
SWAP:     STA T
          LSR A
          LSR A
          LSR A
          LSR A
          ASL T
          ASL T
          ASL T
          ASL T
          ORA T
          RTS
