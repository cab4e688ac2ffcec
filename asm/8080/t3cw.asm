;! routine: T3CW
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f3_turn
;! bytes: 21
;! cycles: 128
;! title: Turns the 6x6 board by a quarter turn clockwise
; Figure 3: byte 1 moves to 2, 2 to 3, 3 to 4 and 4 to 1. The four squares in the
; middle are every second bit of byte 5, which rotates by two.
0100  46           T3CW:   MOV B,M         ; byte 1
0101  23                   INX H
0102  4E                   MOV C,M
0103  70                   MOV M,B         ; 1 to 2
0104  23                   INX H
0105  46                   MOV B,M
0106  71                   MOV M,C         ; 2 to 3
0107  23                   INX H
0108  4E                   MOV C,M
0109  70                   MOV M,B         ; 3 to 4
010A  23                   INX H
010B  7E                   MOV A,M         ; the middle
010C  07                   RLC
010D  07                   RLC
010E  77                   MOV M,A
010F  2B                   DCX H
0110  2B                   DCX H
0111  2B                   DCX H
0112  2B                   DCX H
0113  71                   MOV M,C         ; 4 to 1
0114  C9                   RET
