;! routine: CLEARLOW
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = if x = 0 then 0 else x & (x - 1)
;! title: A byte without its lowest set bit
;! org: 0100H
;! bytes: 4
;! cycles: 22
; Found by arcadian shorten --for bytes, and proven.
0100  47           CLEARLOW: LD B,A
0101  05                   DEC B
0102  A0                   AND B
0103  C9                   RET
