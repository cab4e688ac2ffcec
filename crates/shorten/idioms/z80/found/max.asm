;! routine: MAX
;! cpu: z80
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = max(x, y)
;! title: The greater of two unsigned bytes
;! org: 0100H
;! bytes: 4
;! cycles: 15-23
; Found by arcadian shorten --for bytes, and proven.
0100  B8           MAX:    CP B
0101  D0                   RET NC
0102  78                   LD A,B
0103  C9                   RET
