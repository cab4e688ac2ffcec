;! routine: T4HALF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C
;! oracle: f4_half
;! bytes: 15
;! cycles: 96
;! title: Half turn of the 5x5 board in its first form
; Figure 4: bytes 1 and 3, bytes 2 and 4 change places.
0100  46           T4HALF: MOV B,M         ; byte 1
0101  23                   INX H
0102  4E                   MOV C,M         ; byte 2
0103  23                   INX H
0104  7E                   MOV A,M
0105  70                   MOV M,B         ; 1 to 3
0106  23                   INX H
0107  46                   MOV B,M
0108  71                   MOV M,C         ; 2 to 4
0109  2B                   DCX H
010A  2B                   DCX H
010B  70                   MOV M,B         ; 4 to 2
010C  2B                   DCX H
010D  77                   MOV M,A         ; 3 to 1
010E  C9                   RET
