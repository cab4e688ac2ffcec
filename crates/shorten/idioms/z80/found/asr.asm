;! routine: ASR
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = (signed(x) >> 1) mod 256
;! title: Halves a signed byte, rounded down
;! org: 0100H
;! bytes: 3
;! cycles: 18
; Found by arcadian shorten --for bytes, and proven.
0100  CB 2F        ASR:    SRA A
0102  C9                   RET
