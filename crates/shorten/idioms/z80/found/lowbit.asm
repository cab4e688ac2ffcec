;! routine: LOWBIT
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x & (0 - x) mod 256
;! title: The lowest set bit of a byte
;! org: 0100H
;! bytes: 5
;! cycles: 26
; Found by arcadian shorten --for bytes, and proven.
0100  47           LOWBIT: LD B,A
0101  ED 44                NEG
0103  A0                   AND B
0104  C9                   RET
