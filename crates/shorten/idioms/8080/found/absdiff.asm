;! routine: ABSDIFF
;! cpu: 8080
;! in: A = x, B = y
;! out: A = m
;! clobbers: B, C, F
;! ensures: m = abs(x - y)
;! title: The distance of two unsigned bytes
;! org: 0100H
;! bytes: 5
;! cycles: 19-27
; Found by arcadian shorten --for bytes, and proven.
0100  B8           ABSDIFF: CMP B
0101  98                   SBB B
0102  D0                   RNC
0103  2F                   CMA
0104  C9                   RET
