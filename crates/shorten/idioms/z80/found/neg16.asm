;! routine: NEG16
;! cpu: z80
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (0 - x) mod 65536
;! title: Negates a word
;! org: 0100H
;! bytes: 7
;! cycles: 34
; Found by arcadian shorten --for bytes, and proven.
0100               NEG16:
0100  AF                   XOR A
0101  95                   SUB L
0102  6F                   LD L,A
0103  9F                   SBC A,A
0104  94                   SUB H
0105  67                   LD H,A
0106  C9                   RET
