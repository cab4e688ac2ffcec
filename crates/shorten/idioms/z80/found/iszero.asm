;! routine: ISZERO
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 1 else 0
;! title: 1 if a byte is 0, otherwise 0
;! org: 0100H
;! bytes: 5
;! cycles: 25
; Found by arcadian shorten --for bytes, and proven.
0100  C6 FF        ISZERO: ADD A,0FFH
0102  9F                   SBC A,A
0103  3C                   INC A
0104  C9                   RET
