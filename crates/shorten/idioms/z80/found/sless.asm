;! routine: SLESS
;! cpu: z80
;! in: A = x, B = y
;! out: CY = c
;! clobbers: A, B, C, F
;! ensures: c = if signed(x) < signed(y) then 1 else 0
;! title: Whether a signed byte is less than another
;! org: 0100H
;! bytes: 5
;! cycles: 19-27
; Found by arcadian shorten --for bytes, and proven.
0100  90           SLESS:  SUB B
0101  07                   RLCA
0102  E0                   RET PO
0103  3F                   CCF
0104  C9                   RET
