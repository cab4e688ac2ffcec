;! routine: ROL16
;! cpu: 8080
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (x << 1 | x >> 15) mod 65536
;! title: Rotates a word left by one bit
;! org: 0100H
;! bytes: 4
;! cycles: 21-30
; Found by arcadian shorten --for bytes, and proven.
0100  29           ROL16:  DAD H
0101  D0                   RNC
0102  23                   INX H
0103  C9                   RET
