;! routine: T3HALF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, F
;! oracle: f3_half
;! bytes: 23
;! cycles: 136
;! title: Turns the 6x6 board by a half turn
; Figure 3: exchanges bytes 1 and 3 and bytes 2 and 4; byte 5 rotates by four.
0100  46           T3HALF: MOV B,M         ; byte 1
0101  23                   INX H
0102  4E                   MOV C,M         ; byte 2
0103  23                   INX H
0104  56                   MOV D,M
0105  70                   MOV M,B         ; 1 to 3
0106  23                   INX H
0107  46                   MOV B,M
0108  71                   MOV M,C         ; 2 to 4
0109  23                   INX H
010A  7E                   MOV A,M         ; the middle
010B  07                   RLC
010C  07                   RLC
010D  07                   RLC
010E  07                   RLC
010F  77                   MOV M,A
0110  2B                   DCX H
0111  2B                   DCX H
0112  2B                   DCX H
0113  70                   MOV M,B         ; 4 to 2
0114  2B                   DCX H
0115  72                   MOV M,D         ; 3 to 1
0116  C9                   RET
