;! routine: AWALLS
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, DE = mask
;! out: HL -> board
;! clobbers: A, B, C, D, E, H, L, F
;! oracle: ataxx_walls
;! bytes: 87
;! cycles: 734
;! title: Expands sixteen bits of walls to a board of fourteen bytes
; A nibble of the mask is columns 0 to 3 of a row. A table has its two bytes: columns
; 0 to 3 in the first, columns 2, 1, 0 as 4, 5, 6 in the second. This makes rows 0 to
; 3; rows 4 to 6 are copies of rows 2 to 0.
0100  7B           AWALLS: MOV  A,E        ; low byte: rows 0 and 1
0101  CD 1F 01             CALL TWO
0104  7A                   MOV  A,D        ; high byte: rows 2 and 3
0105  CD 1F 01             CALL TWO
0108  54                   MOV  D,H        ; DE = row 4, to write
0109  5D                   MOV  E,L
010A  01 FC FF             LXI  B,-4       ; HL = row 2, to read
010D  09                   DAD  B
010E  06 03                MVI  B,3
0110  7E           MIRROR: MOV  A,M
0111  12                   STAX D
0112  23                   INX  H
0113  13                   INX  D
0114  7E                   MOV  A,M
0115  12                   STAX D
0116  13                   INX  D
0117  2B                   DCX  H          ; the row above
0118  2B                   DCX  H
0119  2B                   DCX  H
011A  05                   DCR  B
011B  C2 10 01             JNZ  MIRROR
011E  C9                   RET
; Makes two rows from the nibbles of A, the low one first.
011F  F5           TWO:    PUSH PSW
0120  87                   ADD  A          ; an entry has two bytes
0121  CD 28 01             CALL ONE
0124  F1                   POP  PSW
0125  0F                   RRC
0126  0F                   RRC
0127  0F                   RRC
0128  E6 1E        ONE:    ANI  1EH
012A  01 37 01             LXI  B,TABLE
012D  81                   ADD  C          ; the table crosses no page
012E  4F                   MOV  C,A
012F  0A                   LDAX B
0130  77                   MOV  M,A
0131  23                   INX  H
0132  03                   INX  B
0133  0A                   LDAX B
0134  77                   MOV  M,A
0135  23                   INX  H
0136  C9                   RET
0137  00 00 03 30  TABLE:  DB   000H,000H, 003H,030H, 00CH,00CH, 00FH,03CH
013B  0C 0C 0F 3C
013F  30 03 33 33          DB   030H,003H, 033H,033H, 03CH,00FH, 03FH,03FH
0143  3C 0F 3F 3F
0147  C0 00 C3 30          DB   0C0H,000H, 0C3H,030H, 0CCH,00CH, 0CFH,03CH
014B  CC 0C CF 3C
014F  F0 03 F3 33          DB   0F0H,003H, 0F3H,033H, 0FCH,00FH, 0FFH,03FH
0153  FC 0F FF 3F
