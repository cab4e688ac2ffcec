;! routine: CLEARLOW
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = if x = 0 then 0 else x & (x - 1)
;! title: A byte without its lowest set bit
;! org: $0300
;! bytes: 7
;! cycles: 17
; Found by arcadian shorten --for bytes, and proven.
T       EQU $81
0300  85 81        CLEARLOW: STA T
0302  C6 81                DEC T
0304  25 81                AND T
0306  60                   RTS
