;! routine: PARITY
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = popcount(x) mod 2
;! title: 1 if the number of set bits is odd, otherwise 0
;! org: 0100H
;! bytes: 6
;! cycles: 22-30
; Found by arcadian shorten --for bytes, and proven.
0100  A7           PARITY: ANA A
0101  3E 01                MVI A,01H
0103  E0                   RPO
0104  1F                   RAR
0105  C9                   RET
