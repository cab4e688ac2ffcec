;! routine: ACLONE
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column, A = side
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, D, E, H, L, F, (OWN:7)
;! oracle: ataxx_clone
;! bytes: 221
;! cycles: 439-2214
;! title: Clones a stone, with captures
; XOR with the color of a side in all four cells turns the opponent's stones into 11;
; XOR with the opponent's color does so for its own. So a byte of neighbors is tested
; and captured at a time. Carry: illegal, board unchanged.
OWN     EQU  8000H      ; 55H for x, AAH for o: the color in all cells
ROWS    EQU  8001H      ; rows of the window
FIRST   EQU  8002H      ; its starting square
MASKS   EQU  8004H      ; its columns, in the two bytes of a row
CELL    EQU  8006H      ; the mask of the square
0100  CD 4A 01     ACLONE: CALL FIND
0103  C2 22 01             JNZ  NO         ; not free
0106  7A                   MOV  A,D
0107  32 06 80             STA  CELL
010A  E5                   PUSH H
010B  CD 24 01             CALL LOOK
010E  E1                   POP  H
010F  CA 22 01             JZ   NO         ; no adjacent stone
0112  E5                   PUSH H
0113  CD A0 01             CALL TAKE
0116  E1                   POP  H
0117  3A 06 80             LDA  CELL
011A  57                   MOV  D,A
011B  3A 00 80             LDA  OWN
011E  A2                   ANA  D
011F  B6                   ORA  M
0120  77                   MOV  M,A
0121  C9                   RET             ; ORA has cleared the carry
0122  37           NO:     STC
0123  C9                   RET
; Tests for a stone of the side in the window. NZ if there is one.
0124  2A 02 80     LOOK:   LHLD FIRST
0127  3A 04 80             LDA  MASKS
012A  CD 35 01             CALL LOOK1
012D  C0                   RNZ
012E  2A 02 80             LHLD FIRST
0131  23                   INX  H
0132  3A 05 80             LDA  MASKS+1
0135  57           LOOK1:  MOV  D,A
0136  3A 00 80             LDA  OWN
0139  2F                   CMA
013A  4F                   MOV  C,A        ; turns its stones into 11
013B  3A 01 80             LDA  ROWS
013E  47                   MOV  B,A
013F  CD C8 01     LOOK2:  CALL PAIRS
0142  C0                   RNZ
0143  23                   INX  H
0144  23                   INX  H
0145  05                   DCR  B
0146  C2 3F 01             JNZ  LOOK2
0149  C9                   RET
; Computes the window: the rows around the square, and its columns as a mask.
014A  3D           FIND:   DCR  A
014B  EE AA                XRI  0AAH
014D  32 00 80             STA  OWN
0150  16 03                MVI  D,3        ; rows of the window
0152  78                   MOV  A,B
0153  FE 06                CPI  6
0155  CA 5C 01             JZ   EDGE
0158  A7                   ANA  A
0159  C2 5D 01             JNZ  INSIDE
015C  15           EDGE:   DCR  D
015D  7A           INSIDE: MOV  A,D
015E  32 01 80             STA  ROWS
0161  E5                   PUSH H
0162  78                   MOV  A,B
0163  D6 01                SUI  1
0165  CE 00                ACI  0          ; row above, or row 0
0167  87                   ADD  A
0168  CD 9B 01             CALL PLUS
016B  22 02 80             SHLD FIRST
016E  21 CF 01             LXI  H,COLUMN
0171  79                   MOV  A,C
0172  87                   ADD  A
0173  CD 9B 01             CALL PLUS
0176  7E                   MOV  A,M
0177  32 04 80             STA  MASKS
017A  23                   INX  H
017B  7E                   MOV  A,M
017C  32 05 80             STA  MASKS+1
017F  E1                   POP  H
; Returns the byte and mask of a square, and A = its cell in place.
0180  79           SQUARE: MOV  A,C
0181  FE 04                CPI  4
0183  3F                   CMC             ; carry from column 4 on
0184  78                   MOV  A,B
0185  17                   RAL             ; 2 * row + carry
0186  CD 9B 01             CALL PLUS
0189  79                   MOV  A,C
018A  E6 03                ANI  3
018C  4F                   MOV  C,A
018D  3E 03                MVI  A,3
018F  0D           SHIFT:  DCR  C
0190  FA 98 01             JM   THERE
0193  07                   RLC
0194  07                   RLC
0195  C3 8F 01             JMP  SHIFT
0198  57           THERE:  MOV  D,A
0199  A6                   ANA  M
019A  C9                   RET
019B  85           PLUS:   ADD  L          ; HL + A
019C  6F                   MOV  L,A
019D  D0                   RNC
019E  24                   INR  H
019F  C9                   RET
; Captures the opponent's stones in the window, half the columns at a time.
01A0  2A 02 80     TAKE:   LHLD FIRST
01A3  3A 04 80             LDA  MASKS
01A6  CD B0 01             CALL HALF
01A9  2A 02 80             LHLD FIRST
01AC  23                   INX  H
01AD  3A 05 80             LDA  MASKS+1
01B0  57           HALF:   MOV  D,A
01B1  3A 00 80             LDA  OWN
01B4  4F                   MOV  C,A        ; turns the opponent's stones into 11
01B5  3A 01 80             LDA  ROWS
01B8  47                   MOV  B,A
01B9  CD C8 01     HALF1:  CALL PAIRS
01BC  5F                   MOV  E,A
01BD  87                   ADD  A
01BE  B3                   ORA  E          ; both bits change
01BF  AE                   XRA  M
01C0  77                   MOV  M,A
01C1  23                   INX  H
01C2  23                   INX  H
01C3  05                   DCR  B
01C4  C2 B9 01             JNZ  HALF1
01C7  C9                   RET
; Marks with 01 the cells in D that XOR with C turns into 11.
01C8  7E           PAIRS:  MOV  A,M
01C9  A9                   XRA  C
01CA  5F                   MOV  E,A
01CB  0F                   RRC
01CC  A3                   ANA  E
01CD  A2                   ANA  D
01CE  C9                   RET
; The columns before, at and after each column.
01CF  05 00 15 00  COLUMN: DB   05H,00H, 15H,00H, 54H,00H, 50H,01H
01D3  54 00 50 01
01D7  40 05 00 15          DB   40H,05H, 00H,15H, 00H,14H
01DB  00 14
