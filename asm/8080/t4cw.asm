;! routine: T4CW
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: B, C
;! oracle: f4_turn
;! bytes: 15
;! cycles: 96
;! title: Turns the 5x5 board of figure 4 by a quarter turn clockwise
; Figure 4: byte 1 moves to 2, 2 to 3, 3 to 4 and 4 to 1, each with its copy of the
; center square.
0100  46           T4CW:   MOV B,M         ; byte 1
0101  23                   INX H
0102  4E                   MOV C,M
0103  70                   MOV M,B         ; 1 to 2
0104  23                   INX H
0105  46                   MOV B,M
0106  71                   MOV M,C         ; 2 to 3
0107  23                   INX H
0108  4E                   MOV C,M
0109  70                   MOV M,B         ; 3 to 4
010A  2B                   DCX H
010B  2B                   DCX H
010C  2B                   DCX H
010D  71                   MOV M,C         ; 4 to 1
010E  C9                   RET
