;! routine: NEG16
;! cpu: 8080
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (0 - x) mod 65536
;! title: Negates a word
;! org: 0100H
;! bytes: 7
;! cycles: 36
; Found by arcadian shorten --for bytes, and proven.
0100  97           NEG16:  SUB A
0101  95                   SUB L
0102  6F                   MOV L,A
0103  9C                   SBB H
0104  95                   SUB L
0105  67                   MOV H,A
0106  C9                   RET
