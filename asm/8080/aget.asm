;! routine: AGET
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column
;! out: A = cell
;! clobbers: C, H, L, F
;! oracle: ataxx_get
;! bytes: 29
;! cycles: 100-204
;! title: Reads the cell of a square
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4 on.
0100  79           AGET:   MOV  A,C
0101  FE 04                CPI  4
0103  3F                   CMC             ; carry from column 4 on
0104  78                   MOV  A,B
0105  17                   RAL             ; 2 * row + carry
0106  85                   ADD  L
0107  6F                   MOV  L,A
0108  D2 0C 01             JNC  SAME
010B  24                   INR  H
010C  79           SAME:   MOV  A,C
010D  E6 03                ANI  3          ; cells to shift out
010F  4F                   MOV  C,A
0110  7E                   MOV  A,M
0111  0D           SHIFT:  DCR  C
0112  FA 1A 01             JM   LOWEST
0115  0F                   RRC
0116  0F                   RRC
0117  C3 11 01             JMP  SHIFT
011A  E6 03        LOWEST: ANI  3
011C  C9                   RET
