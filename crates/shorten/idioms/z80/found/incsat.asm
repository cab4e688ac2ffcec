;! routine: INCSAT
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = min(x + 1, 255)
;! title: Increments a byte, at most FF
;! org: 0100H
;! bytes: 4
;! cycles: 15-23
; Found by arcadian shorten --for bytes, and proven.
0100  3C           INCSAT: INC A
0101  C0                   RET NZ
0102  2F                   CPL
0103  C9                   RET
