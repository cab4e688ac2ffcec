;! routine: SEXT
;! cpu: z80
;! in: A = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = signed(x) mod 65536
;! title: Sign extension of a byte to a word
;! org: 0100H
;! bytes: 5
;! cycles: 26
; Found by arcadian shorten --for bytes, and proven.
0100  6F           SEXT:   LD L,A
0101  07                   RLCA
0102  9F                   SBC A,A
0103  67                   LD H,A
0104  C9                   RET
