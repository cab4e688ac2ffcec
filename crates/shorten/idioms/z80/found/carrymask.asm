;! routine: CARRYMASK
;! cpu: z80
;! in: CY = c
;! out: A = y
;! clobbers: F
;! ensures: y = if c = 1 then 255 else 0
;! title: FF if the carry is set, otherwise 0
;! org: 0100H
;! bytes: 2
;! cycles: 14
; Found by arcadian shorten --for bytes, and proven.
0100  9F           CARRYMASK: SBC A,A
0101  C9                   RET
