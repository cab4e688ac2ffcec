;! routine: T5CW
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, D, E, F
;! oracle: f5_turn
;! bytes: 26
;! cycles: 157
;! title: Turns the 5x5 board of figure 5 by a quarter turn clockwise
; Figure 5: bytes 1 and 2 as in figure 2, a word rotated left by 4; byte 3 rotates
; left by 2. The center, byte 4, stays.
0100  5E           T5CW:   MOV E,M
0101  23                   INX H
0102  56                   MOV D,M
0103  EB                   XCHG            ; HL = bytes 1 and 2, DE -> byte 2
0104  AF                   XRA A
0105  29                   DAD H           ; HL left, its top bit to the carry,
0106  17                   RAL             ; the carry into A: four times
0107  29                   DAD H
0108  17                   RAL
0109  29                   DAD H
010A  17                   RAL
010B  29                   DAD H
010C  17                   RAL
010D  B5                   ORA L
010E  6F                   MOV L,A
010F  EB                   XCHG
0110  72                   MOV M,D         ; byte 2
0111  23                   INX H
0112  7E                   MOV A,M         ; byte 3
0113  07                   RLC
0114  07                   RLC
0115  77                   MOV M,A
0116  2B                   DCX H
0117  2B                   DCX H
0118  73                   MOV M,E         ; byte 1
0119  C9                   RET
