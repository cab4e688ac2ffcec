;! routine: RSPEC
;! cpu: 8080
;! org: 0100H
;! in: A = position, HL -> board
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, F
;! oracle: rotate_special
;! bytes: 22
;! cycles: 22-127
;! title: ROTATE's special move: exchanges a letter with its right neighbor
; Positions are 1 to 16. A letter in the last column has no right neighbor: carry, and
; the board is unchanged.
0100  FE 10        RSPEC:  CPI 16          ; 1 to 15: carry
0102  3F                   CMC
0103  D8                   RC
0104  4F                   MOV C,A
0105  E6 03                ANI 3           ; 4, 8, 12 and 0
0107  37                   STC
0108  C8                   RZ
0109  E5                   PUSH H
010A  06 00                MVI B,0
010C  09                   DAD B           ; position 1 is byte 0, so this is the neighbor
010D  46                   MOV B,M
010E  2B                   DCX H
010F  7E                   MOV A,M
0110  70                   MOV M,B
0111  23                   INX H
0112  77                   MOV M,A
0113  E1                   POP H
0114  B7                   ORA A           ; no carry: done
0115  C9                   RET
