;! routine: ISZERO
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 1 else 0
;! title: 1 if a byte is 0, otherwise 0
;! org: 0100H
;! bytes: 5
;! cycles: 26
; Found by arcadian shorten --for bytes, and proven.
0100  C6 FF        ISZERO: ADI 0FFH
0102  9F                   SBB A
0103  3C                   INR A
0104  C9                   RET
