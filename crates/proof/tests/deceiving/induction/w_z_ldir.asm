; wrong
;! routine: W_Z_LDIR
;! cpu: z80
;! org: 8000H
;! in: HL -> a:8, DE -> b:8
;! out: DE -> b
;! clobbers: BC, HL, DE, F
;! ensures: b = a
;! at: LP: BC = n, HL = h, DE = d, (b:8) = now
;! invariant: 0 < n <= 8
;! invariant: h = (address(a) + 8 - n) mod 65536 and d = (address(b) + 8 - n) mod 65536
;! invariant: all(i in 0..8: i < 8 - n implies now[i] = a[i])
;! decreases: n
W_Z_LDIR: LD BC,7
LP: LDIR
 RET
