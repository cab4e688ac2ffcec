;! routine: HMAKE
;! cpu: 8080
;! org: 0100H
;! in: A = destination, B = color, C = piece, HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: halma_make
;! bytes: 98
;! cycles: 660-954
;! title: Makes a Halma move in all three structures
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's. Clears the bit of the
; origin in both sets, then adds the piece to the destination.
0100  5F           HMAKE:  MOV E,A
0101  E5                   PUSH H
0102  CD 3B 01             CALL HSLOT
0105  7E                   MOV A,M         ; its square
0106  E1                   POP H
0107  E5                   PUSH H
0108  CD 4A 01             CALL HBIT
010B  2F                   CMA
010C  57                   MOV D,A         ; D = all bits except its bit
010D  A6                   ANA M
010E  77                   MOV M,A         ; not occupied
010F  C5                   PUSH B
0110  01 20 00             LXI B,32
0113  09                   DAD B
0114  C1                   POP B
0115  7A                   MOV A,D
0116  A6                   ANA M
0117  77                   MOV M,A         ; not black
0118  E1                   POP H
0119  7B                   MOV A,E
; Falls through to add_piece.
011A  E5           HADD:   PUSH H
011B  5F                   MOV E,A
011C  CD 3B 01             CALL HSLOT
011F  73                   MOV M,E         ; the list
0120  E1                   POP H
0121  E5                   PUSH H
0122  7B                   MOV A,E
0123  CD 4A 01             CALL HBIT
0126  4F                   MOV C,A         ; C = its bit
0127  B6                   ORA M
0128  77                   MOV M,A         ; occupied
0129  11 20 00             LXI D,32
012C  19                   DAD D           ; the same byte of color
012D  05                   DCR B
012E  79                   MOV A,C
012F  CA 37 01             JZ HBLACK
0132  2F                   CMA             ; White: clear the bit
0133  A6                   ANA M
0134  C3 38 01             JMP HCOL
0137  B6           HBLACK: ORA M
0138  77           HCOL:   MOV M,A
0139  E1                   POP H
013A  C9                   RET
; HL = address of the list entry for piece C of color B.
013B  3E 40        HSLOT:  MVI A,64
013D  05                   DCR B
013E  04                   INR B           ; Z if White
013F  CA 44 01             JZ HLIST
0142  3E 53                MVI A,64+19
0144  81           HLIST:  ADD C
0145  85                   ADD L
0146  6F                   MOV L,A
0147  D0                   RNC
0148  24                   INR H
0149  C9                   RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
014A  57           HBIT:   MOV D,A
014B  0F                   RRC
014C  0F                   RRC
014D  0F                   RRC
014E  E6 1F                ANI 1FH         ; element div 8
0150  85                   ADD L
0151  6F                   MOV L,A
0152  D2 56 01             JNC HPAGE
0155  24                   INR H
0156  7A           HPAGE:  MOV A,D
0157  E6 07                ANI 7
0159  57                   MOV D,A         ; element mod 8
015A  3E 80                MVI A,80H
015C  07           HTURN:  RLC             ; once for bit 0
015D  15                   DCR D
015E  F2 5C 01             JP HTURN
0161  C9                   RET
