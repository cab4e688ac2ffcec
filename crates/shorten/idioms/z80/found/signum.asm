;! routine: SIGNUM
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255
;! title: The sign of a signed byte: FF, 0 or 1
;! org: 0100H
;! bytes: 7
;! cycles: 19-34
; Found by arcadian shorten --for bytes, and proven.
0100  CB 07        SIGNUM: RLC A
0102  C8                   RET Z
0103  9F                   SBC A,A
0104  DE FF                SBC A,0FFH
0106  C9                   RET
