;! routine: INCSAT
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = min(x + 1, 255)
;! title: Increments a byte, at most FF
;! org: 0100H
;! bytes: 4
;! cycles: 16-24
; Found by arcadian shorten --for bytes, and proven.
0100  3C           INCSAT: INR A
0101  C0                   RNZ
0102  2F                   CMA
0103  C9                   RET
