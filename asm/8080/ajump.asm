;! routine: AJUMP
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column, D = from_row, E = from_column, A = side
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, D, E, H, L, F, (OWN:11)
;! oracle: ataxx_jump
;! bytes: 250
;! cycles: 81-2139
;! title: Moves a stone by two squares, with captures
; XOR with the color of a side in all four cells turns the opponent's stones into 11,
; so a byte of neighbors is captured at a time. The distance of the squares must be
; exactly two rows or columns. Carry: illegal, board unchanged.
OWN     EQU  8000H      ; 55H for x, AAH for o: the color in all cells
ROWS    EQU  8001H      ; rows of the window
FIRST   EQU  8002H      ; its starting square
MASKS   EQU  8004H      ; its columns, in the two bytes of a row
CELL    EQU  8006H      ; the mask of the square
FROM    EQU  8007H      ; where the stone comes from
FROMC   EQU  8009H      ; and its mask
SIDE    EQU  800AH
0100  32 0A 80     AJUMP:  STA  SIDE
0103  78                   MOV  A,B        ; number of rows
0104  92                   SUB  D
0105  CD 5E 01             CALL FAR
0108  D8                   RC              ; carry: more than two
0109  C5                   PUSH B
010A  47                   MOV  B,A
010B  79                   MOV  A,C        ; number of columns
010C  93                   SUB  E
010D  CD 5E 01             CALL FAR
0110  DA 5B 01             JC   POPNO
0113  B0                   ORA  B
0114  C1                   POP  B
0115  E6 02                ANI  2
0117  CA 5C 01             JZ   NO         ; neither is two
011A  E5                   PUSH H
011B  C5                   PUSH B
011C  42                   MOV  B,D
011D  4B                   MOV  C,E
011E  CD 9D 01             CALL SQUARE     ; A = the stone, D its mask
0121  22 07 80             SHLD FROM
0124  C1                   POP  B
0125  E1                   POP  H
0126  5F                   MOV  E,A
0127  7A                   MOV  A,D
0128  32 09 80             STA  FROMC
012B  D5                   PUSH D
012C  3A 0A 80             LDA  SIDE
012F  CD 67 01             CALL FIND
0132  C1                   POP  B          ; B = mask, C = stone of the origin
0133  C2 5C 01             JNZ  NO         ; not free
0136  7A                   MOV  A,D
0137  32 06 80             STA  CELL
013A  3A 00 80             LDA  OWN
013D  A0                   ANA  B
013E  B9                   CMP  C
013F  C2 5C 01             JNZ  NO         ; not a stone of the side
0142  E5                   PUSH H
0143  CD BD 01             CALL TAKE
0146  2A 07 80             LHLD FROM
0149  3A 09 80             LDA  FROMC
014C  2F                   CMA
014D  A6                   ANA  M
014E  77                   MOV  M,A
014F  E1                   POP  H
0150  3A 06 80             LDA  CELL
0153  57                   MOV  D,A
0154  3A 00 80             LDA  OWN
0157  A2                   ANA  D
0158  B6                   ORA  M
0159  77                   MOV  M,A
015A  C9                   RET             ; ORA has cleared the carry
015B  C1           POPNO:  POP  B
015C  37           NO:     STC
015D  C9                   RET
; A = absolute value of A; carry if it is above 2.
015E  D2 63 01     FAR:    JNC  FAR1       ; SUB left a borrow below 0
0161  2F                   CMA
0162  3C                   INR  A
0163  FE 03        FAR1:   CPI  3
0165  3F                   CMC
0166  C9                   RET
; Computes the window: the rows around the square, and its columns as a mask.
0167  3D           FIND:   DCR  A
0168  EE AA                XRI  0AAH
016A  32 00 80             STA  OWN
016D  16 03                MVI  D,3        ; rows of the window
016F  78                   MOV  A,B
0170  FE 06                CPI  6
0172  CA 79 01             JZ   EDGE
0175  A7                   ANA  A
0176  C2 7A 01             JNZ  INSIDE
0179  15           EDGE:   DCR  D
017A  7A           INSIDE: MOV  A,D
017B  32 01 80             STA  ROWS
017E  E5                   PUSH H
017F  78                   MOV  A,B
0180  D6 01                SUI  1
0182  CE 00                ACI  0          ; row above, or row 0
0184  87                   ADD  A
0185  CD B8 01             CALL PLUS
0188  22 02 80             SHLD FIRST
018B  21 EC 01             LXI  H,COLUMN
018E  79                   MOV  A,C
018F  87                   ADD  A
0190  CD B8 01             CALL PLUS
0193  7E                   MOV  A,M
0194  32 04 80             STA  MASKS
0197  23                   INX  H
0198  7E                   MOV  A,M
0199  32 05 80             STA  MASKS+1
019C  E1                   POP  H
; Returns the byte and mask of a square, and A = its cell in place.
019D  79           SQUARE: MOV  A,C
019E  FE 04                CPI  4
01A0  3F                   CMC             ; carry from column 4 on
01A1  78                   MOV  A,B
01A2  17                   RAL             ; 2 * row + carry
01A3  CD B8 01             CALL PLUS
01A6  79                   MOV  A,C
01A7  E6 03                ANI  3
01A9  4F                   MOV  C,A
01AA  3E 03                MVI  A,3
01AC  0D           SHIFT:  DCR  C
01AD  FA B5 01             JM   THERE
01B0  07                   RLC
01B1  07                   RLC
01B2  C3 AC 01             JMP  SHIFT
01B5  57           THERE:  MOV  D,A
01B6  A6                   ANA  M
01B7  C9                   RET
01B8  85           PLUS:   ADD  L          ; HL + A
01B9  6F                   MOV  L,A
01BA  D0                   RNC
01BB  24                   INR  H
01BC  C9                   RET
; Captures the opponent's stones in the window, half the columns at a time.
01BD  2A 02 80     TAKE:   LHLD FIRST
01C0  3A 04 80             LDA  MASKS
01C3  CD CD 01             CALL HALF
01C6  2A 02 80             LHLD FIRST
01C9  23                   INX  H
01CA  3A 05 80             LDA  MASKS+1
01CD  57           HALF:   MOV  D,A
01CE  3A 00 80             LDA  OWN
01D1  4F                   MOV  C,A        ; turns the opponent's stones into 11
01D2  3A 01 80             LDA  ROWS
01D5  47                   MOV  B,A
01D6  CD E5 01     HALF1:  CALL PAIRS
01D9  5F                   MOV  E,A
01DA  87                   ADD  A
01DB  B3                   ORA  E          ; both bits change
01DC  AE                   XRA  M
01DD  77                   MOV  M,A
01DE  23                   INX  H
01DF  23                   INX  H
01E0  05                   DCR  B
01E1  C2 D6 01             JNZ  HALF1
01E4  C9                   RET
; Marks with 01 the cells in D that XOR with C turns into 11.
01E5  7E           PAIRS:  MOV  A,M
01E6  A9                   XRA  C
01E7  5F                   MOV  E,A
01E8  0F                   RRC
01E9  A3                   ANA  E
01EA  A2                   ANA  D
01EB  C9                   RET
; The columns before, at and after each column.
01EC  05 00 15 00  COLUMN: DB   05H,00H, 15H,00H, 54H,00H, 50H,01H
01F0  54 00 50 01
01F4  40 05 00 15          DB   40H,05H, 00H,15H, 00H,14H
01F8  00 14
