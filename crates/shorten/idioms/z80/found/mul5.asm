;! routine: MUL5
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 5 * x mod 256
;! title: Five times a byte
;! org: 0100H
;! bytes: 5
;! cycles: 26
; Found by arcadian shorten --for bytes, and proven.
0100  47           MUL5:   LD B,A
0101  80                   ADD A,B
0102  87                   ADD A,A
0103  80                   ADD A,B
0104  C9                   RET
