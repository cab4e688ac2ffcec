;! routine: SEXT
;! cpu: 8080
;! in: A = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = signed(x) mod 65536
;! title: Sign extension of a byte to a word
;! org: 0100H
;! bytes: 5
;! cycles: 28
; Found by arcadian shorten --for bytes, and proven.
0100  6F           SEXT:   MOV L,A
0101  07                   RLC
0102  9F                   SBB A
0103  67                   MOV H,A
0104  C9                   RET
