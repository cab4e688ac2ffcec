;! routine: MAX
;! cpu: 8080
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = max(x, y)
;! title: The greater of two unsigned bytes
;! org: 0100H
;! bytes: 4
;! cycles: 15-24
; Found by arcadian shorten --for bytes, and proven.
0100  B8           MAX:    CMP B
0101  D0                   RNC
0102  78                   MOV A,B
0103  C9                   RET
