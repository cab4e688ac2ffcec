;! routine: ABS
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = abs(signed(x)) mod 256
;! title: The absolute value of a signed byte
;! org: 0100H
;! bytes: 5
;! cycles: 15-28
; Found by arcadian shorten --for bytes, and proven.
0100  A7           ABS:    ANA A
0101  F0                   RP
0102  2F                   CMA
0103  3C                   INR A
0104  C9                   RET
