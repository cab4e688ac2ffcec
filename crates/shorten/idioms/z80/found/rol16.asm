;! routine: ROL16
;! cpu: z80
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (x << 1 | x >> 15) mod 65536
;! title: Rotates a word left by one bit
;! org: 0100H
;! bytes: 4
;! cycles: 22-30
; Found by arcadian shorten --for bytes, and proven.
0100  29           ROL16:  ADD HL,HL
0101  D0                   RET NC
0102  2C                   INC L
0103  C9                   RET
