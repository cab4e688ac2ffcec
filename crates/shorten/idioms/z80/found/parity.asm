;! routine: PARITY
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = popcount(x) mod 2
;! title: 1 if the number of set bits is odd, otherwise 0
;! org: 0100H
;! bytes: 6
;! cycles: 22-30
; Found by arcadian shorten --for bytes, and proven.
0100  A7           PARITY: AND A
0101  3E 00                LD A,00H
0103  E8                   RET PE
0104  3C                   INC A
0105  C9                   RET
