;! routine: SIGNMASK
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if signed(x) < 0 then 255 else 0
;! title: FF if a signed byte is negative, otherwise 0
;! org: 0100H
;! bytes: 3
;! cycles: 18
; Found by arcadian shorten --for bytes, and proven.
0100  07           SIGNMASK: RLCA
0101  9F                   SBC A,A
0102  C9                   RET
