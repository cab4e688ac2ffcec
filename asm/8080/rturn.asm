;! routine: RTURN
;! cpu: 8080
;! org: 0100H
;! in: A = position, HL -> board
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, D, E, F
;! oracle: rotate_turn
;! bytes: 35
;! cycles: 22-200
;! title: ROTATE's regular move: turns a group clockwise
; Positions are 1 to 16, left to right and top to bottom. The group with upper left
; position p turns: p to p+1, p+1 to p+5, p+5 to p+4, p+4 to p. No group begins in the
; bottom row or last column: carry, and the board is unchanged.
0100  FE 0C        RTURN:  CPI 12          ; 1 to 11: carry
0102  3F                   CMC
0103  D8                   RC
0104  4F                   MOV C,A
0105  E6 03                ANI 3           ; 4, 8 and 0
0107  37                   STC
0108  C8                   RZ
0109  E5                   PUSH H
010A  06 00                MVI B,0
010C  09                   DAD B           ; position 1 is byte 0, so this is p+1
010D  46                   MOV B,M         ; B = upper right
010E  2B                   DCX H
010F  7E                   MOV A,M         ; upper left
0110  23                   INX H
0111  77                   MOV M,A         ; moves right
0112  11 04 00             LXI D,4
0115  19                   DAD D
0116  7E                   MOV A,M         ; lower right
0117  70                   MOV M,B         ; upper right moves down
0118  2B                   DCX H
0119  46                   MOV B,M         ; B = lower left
011A  77                   MOV M,A         ; lower right moves left
011B  11 FC FF             LXI D,-4
011E  19                   DAD D
011F  70                   MOV M,B         ; lower left moves up
0120  E1                   POP H
0121  B7                   ORA A           ; no carry: done
0122  C9                   RET
