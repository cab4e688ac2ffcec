;! routine: MIN
;! cpu: 8080
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = min(x, y)
;! title: The smaller of two unsigned bytes
;! org: 0100H
;! bytes: 4
;! cycles: 15-24
; Found by arcadian shorten --for bytes, and proven.
0100  B8           MIN:    CMP B
0101  D8                   RC
0102  78                   MOV A,B
0103  C9                   RET
