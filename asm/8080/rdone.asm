;! routine: RDONE
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: Z = solved
;! clobbers: A, F
;! oracle: rotate_solved
;! bytes: 16
;! cycles: 55-742
;! title: Tests whether ROTATE's board is in order
; Z if the sixteen bytes are the letters A to P in order.
0100  E5           RDONE:  PUSH H
0101  3E 41                MVI A,'A'
0103  BE           RNEXT:  CMP M
0104  C2 0E 01             JNZ ROUT
0107  23                   INX H
0108  3C                   INR A
0109  FE 51                CPI 'Q'
010B  C2 03 01             JNZ RNEXT
010E  E1           ROUT:   POP H
010F  C9                   RET
