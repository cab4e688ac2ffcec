;! routine: T4HALF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C
;! oracle: f4_half
;! bytes: 15
;! cycles: 96
;! title: Turns the 5x5 board of figure 4 by a half turn
; Figure 4: exchanges bytes 1 and 3 and bytes 2 and 4.
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
