;! routine: NONZERO
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 0 else 255
;! title: FF if a byte is not 0, otherwise 0
;! org: 0100H
;! bytes: 4
;! cycles: 21
; Found by arcadian shorten --for bytes, and proven.
0100  C6 FF        NONZERO: ADD A,0FFH
0102  9F                   SBC A,A
0103  C9                   RET
