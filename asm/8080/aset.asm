;! routine: ASET
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column, A = cell
;! out: HL -> board
;! clobbers: A, C, D, E, H, L, F
;! oracle: ataxx_set
;! bytes: 39
;! cycles: 120-308
;! title: Writes the cell of a square
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4
; on. The cell and the mask of the other cells shift to their place in the byte together.
0100  57           ASET:   MOV  D,A        ; the cell
0101  1E FC                MVI  E,0FCH     ; and the bits that stay
0103  79                   MOV  A,C
0104  FE 04                CPI  4
0106  3F                   CMC             ; carry from column 4 on
0107  78                   MOV  A,B
0108  17                   RAL             ; 2 * row + carry
0109  85                   ADD  L
010A  6F                   MOV  L,A
010B  D2 0F 01             JNC  SAME
010E  24                   INR  H
010F  79           SAME:   MOV  A,C
0110  E6 03                ANI  3
0112  4F                   MOV  C,A
0113  0D           SHIFT:  DCR  C
0114  FA 22 01             JM   PUT
0117  7A                   MOV  A,D
0118  07                   RLC
0119  07                   RLC
011A  57                   MOV  D,A
011B  7B                   MOV  A,E
011C  07                   RLC
011D  07                   RLC
011E  5F                   MOV  E,A
011F  C3 13 01             JMP  SHIFT
0122  7E           PUT:    MOV  A,M
0123  A3                   ANA  E
0124  B2                   ORA  D
0125  77                   MOV  M,A
0126  C9                   RET
