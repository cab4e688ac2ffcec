;! routine: SWAP
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = (x << 4 | x >> 4) mod 256
;! title: Exchanges the two nibbles of a byte
;! org: 0100H
;! bytes: 5
;! cycles: 26
; Found by arcadian shorten --for bytes, and proven.
0100  07           SWAP:   RLCA
0101  07                   RLCA
0102  07                   RLCA
0103  07                   RLCA
0104  C9                   RET
