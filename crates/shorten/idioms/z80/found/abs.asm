;! routine: ABS
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = abs(signed(x)) mod 256
;! title: The absolute value of a signed byte
;! org: 0100H
;! bytes: 5
;! cycles: 15-27
; Found by arcadian shorten --for bytes, and proven.
0100  A7           ABS:    AND A
0101  F0                   RET P
0102  ED 44                NEG
0104  C9                   RET
