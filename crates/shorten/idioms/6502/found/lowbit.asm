;! routine: LOWBIT
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = x & (0 - x) mod 256
;! title: The lowest set bit of a byte
;! org: $0300
;! bytes: 9
;! cycles: 20
; Found by arcadian shorten --for bytes, and proven.
T       EQU $81
0300  85 81        LOWBIT: STA T
0302  C6 81                DEC T
0304  05 81                ORA T
0306  45 81                EOR T
0308  60                   RTS
