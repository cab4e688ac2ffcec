;! routine: PARITY
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = popcount(x) mod 2
;! title: 1 if the number of set bits is odd, otherwise 0
T       EQU $81
PARITY:   STA T
          LSR A
          LSR A
          LSR A
          LSR A
          EOR T
          STA T
          LSR A
          LSR A
          EOR T
          STA T
          LSR A
          EOR T
          AND #1
          RTS
