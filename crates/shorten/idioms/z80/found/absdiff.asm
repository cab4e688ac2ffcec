;! routine: ABSDIFF
;! cpu: z80
;! in: A = x, B = y
;! out: A = m
;! clobbers: B, C, F
;! ensures: m = abs(x - y)
;! title: The distance of two unsigned bytes
;! org: 0100H
;! bytes: 5
;! cycles: 15-27
; Found by arcadian shorten --for bytes, and proven.
0100  90           ABSDIFF: SUB B
0101  D0                   RET NC
0102  ED 44                NEG
0104  C9                   RET
