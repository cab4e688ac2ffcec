;! routine: SUBSAT
;! cpu: 8080
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = max(x - y, 0)
;! title: Subtracts a byte from another, at least 0
;! org: 0100H
;! bytes: 4
;! cycles: 15-23
; Found by arcadian shorten --for bytes, and proven.
0100  90           SUBSAT: SUB B
0101  D0                   RNC
0102  97                   SUB A
0103  C9                   RET
