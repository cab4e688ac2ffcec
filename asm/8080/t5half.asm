;! routine: T5HALF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f5_half
;! bytes: 15
;! cycles: 88
;! title: Turns the 5x5 board of figure 5 by a half turn
; Figure 5: exchanges bytes 1 and 2; byte 3 rotates by four.
0100  46           T5HALF: MOV B,M
0101  23                   INX H
0102  4E                   MOV C,M
0103  70                   MOV M,B         ; 1 to 2
0104  23                   INX H
0105  7E                   MOV A,M         ; byte 3
0106  07                   RLC
0107  07                   RLC
0108  07                   RLC
0109  07                   RLC
010A  77                   MOV M,A
010B  2B                   DCX H
010C  2B                   DCX H
010D  71                   MOV M,C         ; 2 to 1
010E  C9                   RET
