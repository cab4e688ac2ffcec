;! routine: ASR
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = (signed(x) >> 1) mod 256
;! title: Halves a signed byte, rounded down
;! org: 0100H
;! bytes: 4
;! cycles: 22
; Found by arcadian shorten --for bytes, and proven.
0100  07           ASR:    RLC
0101  0F                   RRC
0102  1F                   RAR
0103  C9                   RET
