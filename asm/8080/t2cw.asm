;! routine: T2CW
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_turn
;! bytes: 12
;! cycles: 79
;! title: Turns the 4x4 board by a quarter turn clockwise
; Figure 2: a quarter turn rotates the word left by 4. The bits that leave H at the
; top are collected in A and enter L at the bottom.
0100  AF           T2CW:   XRA A
0101  29                   DAD H           ; HL left, its top bit to the carry,
0102  17                   RAL             ; the carry into A: four times
0103  29                   DAD H
0104  17                   RAL
0105  29                   DAD H
0106  17                   RAL
0107  29                   DAD H
0108  17                   RAL
0109  B5                   ORA L
010A  6F                   MOV L,A
010B  C9                   RET
