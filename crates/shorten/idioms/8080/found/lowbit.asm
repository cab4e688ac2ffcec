;! routine: LOWBIT
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x & (0 - x) mod 256
;! title: The lowest set bit of a byte
;! org: 0100H
;! bytes: 5
;! cycles: 27
; Found by arcadian shorten --for bytes, and proven.
0100  47           LOWBIT: MOV B,A
0101  90                   SUB B
0102  90                   SUB B
0103  A0                   ANA B
0104  C9                   RET
