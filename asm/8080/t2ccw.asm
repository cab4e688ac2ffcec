;! routine: T2CCW
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_unturn
;! bytes: 13
;! cycles: 84
;! title: Turns the 4x4 board by a quarter turn counterclockwise
; Figure 2: a rotation right by 4 is a rotation left by 4 and an exchange of the bytes.
0100  AF           T2CCW:  XRA A
0101  29                   DAD H           ; HL left, its top bit to the carry,
0102  17                   RAL             ; the carry into A: four times
0103  29                   DAD H
0104  17                   RAL
0105  29                   DAD H
0106  17                   RAL
0107  29                   DAD H
0108  17                   RAL
0109  B5                   ORA L           ; the new byte 2
010A  6C                   MOV L,H
010B  67                   MOV H,A
010C  C9                   RET
