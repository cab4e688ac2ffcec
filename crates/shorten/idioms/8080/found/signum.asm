;! routine: SIGNUM
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255
;! title: The sign of a signed byte: FF, 0 or 1
;! org: 0100H
;! bytes: 7
;! cycles: 19-34
; Found by arcadian shorten --for bytes, and proven.
0100  A7           SIGNUM: ANA A
0101  07                   RLC
0102  C8                   RZ
0103  9F                   SBB A
0104  DE FF                SBI 0FFH
0106  C9                   RET
