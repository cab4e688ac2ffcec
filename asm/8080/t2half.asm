;! routine: T2HALF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! bytes: 4
;! cycles: 25
;! title: Turns the 4x4 board by a half turn
; Figure 2: two quarter turns rotate the word by eight bits, which exchanges the bytes.
0100  7C           T2HALF: MOV A,H
0101  65                   MOV H,L
0102  6F                   MOV L,A
0103  C9                   RET
