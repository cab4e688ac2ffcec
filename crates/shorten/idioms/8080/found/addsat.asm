;! routine: ADDSAT
;! cpu: 8080
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = min(x + y, 255)
;! title: Adds two bytes, at most FF
;! org: 0100H
;! bytes: 4
;! cycles: 15-23
; Found by arcadian shorten --for bytes, and proven.
0100  80           ADDSAT: ADD B
0101  D0                   RNC
0102  9F                   SBB A
0103  C9                   RET
