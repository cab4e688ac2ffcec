;! routine: MUL5
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 5 * x mod 256
;! title: Five times a byte
;! org: 0100H
;! bytes: 5
;! cycles: 27
; Found by arcadian shorten --for bytes, and proven.
0100  47           MUL5:   MOV B,A
0101  80                   ADD B
0102  87                   ADD A
0103  80                   ADD B
0104  C9                   RET
