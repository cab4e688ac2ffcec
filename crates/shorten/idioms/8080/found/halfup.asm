;! routine: HALFUP
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = (x + 1) / 2
;! title: Half a byte, rounded up
;! org: 0100H
;! bytes: 4
;! cycles: 21
; Found by arcadian shorten --for bytes, and proven.
0100  C6 01        HALFUP: ADI 01H
0102  1F                   RAR
0103  C9                   RET
