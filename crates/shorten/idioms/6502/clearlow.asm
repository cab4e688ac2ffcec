;! routine: CLEARLOW
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = if x = 0 then 0 else x & (x - 1)
;! title: A byte without its lowest set bit
T       EQU $81
CLEARLOW: STA T
          SEC
          SBC #1
          AND T
          RTS
