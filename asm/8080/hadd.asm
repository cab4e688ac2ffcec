;! routine: HADD
;! cpu: 8080
;! org: 0100H
;! in: A = square, B = color, C = piece, HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: halma_add
;! bytes: 72
;! cycles: 330-484
;! title: add_piece: puts a Halma piece on the board
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's. Color 0 is White, 1
; Black; pieces are 0 to 18.
0100  E5           HADD:   PUSH H
0101  5F                   MOV E,A
0102  CD 21 01             CALL HSLOT
0105  73                   MOV M,E         ; the list
0106  E1                   POP H
0107  E5                   PUSH H
0108  7B                   MOV A,E
0109  CD 30 01             CALL HBIT
010C  4F                   MOV C,A         ; C = its bit
010D  B6                   ORA M
010E  77                   MOV M,A         ; occupied
010F  11 20 00             LXI D,32
0112  19                   DAD D           ; the same byte of color
0113  05                   DCR B
0114  79                   MOV A,C
0115  CA 1D 01             JZ HBLACK
0118  2F                   CMA             ; White: clear the bit
0119  A6                   ANA M
011A  C3 1E 01             JMP HCOL
011D  B6           HBLACK: ORA M
011E  77           HCOL:   MOV M,A
011F  E1                   POP H
0120  C9                   RET
; HL = address of the list entry for piece C of color B.
0121  3E 40        HSLOT:  MVI A,64
0123  05                   DCR B
0124  04                   INR B           ; Z if White
0125  CA 2A 01             JZ HLIST
0128  3E 53                MVI A,64+19
012A  81           HLIST:  ADD C
012B  85                   ADD L
012C  6F                   MOV L,A
012D  D0                   RNC
012E  24                   INR H
012F  C9                   RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
0130  57           HBIT:   MOV D,A
0131  0F                   RRC
0132  0F                   RRC
0133  0F                   RRC
0134  E6 1F                ANI 1FH         ; element div 8
0136  85                   ADD L
0137  6F                   MOV L,A
0138  D2 3C 01             JNC HPAGE
013B  24                   INR H
013C  7A           HPAGE:  MOV A,D
013D  E6 07                ANI 7
013F  57                   MOV D,A         ; element mod 8
0140  3E 80                MVI A,80H
0142  07           HTURN:  RLC             ; once for bit 0
0143  15                   DCR D
0144  F2 42 01             JP HTURN
0147  C9                   RET
