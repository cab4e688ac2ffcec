;! routine: ACLONE
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column, A = side
;! out: HL -> board, CY = legal
;! clobbers: A, B, C, D, E, H, L, F, (OWN:7)
;! oracle: ataxx_clone
;! bytes: 222
;! cycles: 439-2218
;! title: A new stone beside one of its own, with captures
; A byte XORed with the colour of a side all over has 11 for the enemy's stones,
; and XORed with the enemy's colour 11 for its own. So a byte of neighbours is
; looked at, and turned, at a time. Carry: done. No carry: illegal, nothing changed.
OWN     EQU  8000H      ; 55H for x, AAH for o: the colour all over
ROWS    EQU  8001H      ; rows of the window
FIRST   EQU  8002H      ; where it begins
MASKS   EQU  8004H      ; its columns, in the two bytes of a row
CELL    EQU  8006H      ; the mask of the square
0100  CD 4B 01     ACLONE: CALL FIND
0103  C2 23 01             JNZ  NO         ; not free
0106  7A                   MOV  A,D
0107  32 06 80             STA  CELL
010A  E5                   PUSH H
010B  CD 25 01             CALL LOOK
010E  E1                   POP  H
010F  CA 23 01             JZ   NO         ; no stone beside it
0112  E5                   PUSH H
0113  CD A1 01             CALL TAKE
0116  E1                   POP  H
0117  3A 06 80             LDA  CELL
011A  57                   MOV  D,A
011B  3A 00 80             LDA  OWN
011E  A2                   ANA  D
011F  B6                   ORA  M
0120  77                   MOV  M,A
0121  37                   STC
0122  C9                   RET
0123  A7           NO:     ANA  A
0124  C9                   RET
; Is there a stone of its own in the window? Not zero: yes.
0125  2A 02 80     LOOK:   LHLD FIRST
0128  3A 04 80             LDA  MASKS
012B  CD 36 01             CALL LOOK1
012E  C0                   RNZ
012F  2A 02 80             LHLD FIRST
0132  23                   INX  H
0133  3A 05 80             LDA  MASKS+1
0136  57           LOOK1:  MOV  D,A
0137  3A 00 80             LDA  OWN
013A  2F                   CMA
013B  4F                   MOV  C,A        ; makes 11 of its stones
013C  3A 01 80             LDA  ROWS
013F  47                   MOV  B,A
0140  CD C9 01     LOOK2:  CALL PAIRS
0143  C0                   RNZ
0144  23                   INX  H
0145  23                   INX  H
0146  05                   DCR  B
0147  C2 40 01             JNZ  LOOK2
014A  C9                   RET
; The window: rows of the board around the square, and its columns as a mask.
014B  3D           FIND:   DCR  A
014C  EE AA                XRI  0AAH
014E  32 00 80             STA  OWN
0151  16 03                MVI  D,3        ; rows of the window
0153  78                   MOV  A,B
0154  FE 06                CPI  6
0156  CA 5D 01             JZ   EDGE
0159  A7                   ANA  A
015A  C2 5E 01             JNZ  INSIDE
015D  15           EDGE:   DCR  D
015E  7A           INSIDE: MOV  A,D
015F  32 01 80             STA  ROWS
0162  E5                   PUSH H
0163  78                   MOV  A,B
0164  D6 01                SUI  1
0166  CE 00                ACI  0          ; row above, or row 0
0168  87                   ADD  A
0169  CD 9C 01             CALL PLUS
016C  22 02 80             SHLD FIRST
016F  21 D0 01             LXI  H,COLUMN
0172  79                   MOV  A,C
0173  87                   ADD  A
0174  CD 9C 01             CALL PLUS
0177  7E                   MOV  A,M
0178  32 04 80             STA  MASKS
017B  23                   INX  H
017C  7E                   MOV  A,M
017D  32 05 80             STA  MASKS+1
0180  E1                   POP  H
; The byte and the mask of a square, and A = its cell in its place.
0181  79           SQUARE: MOV  A,C
0182  FE 04                CPI  4
0184  3F                   CMC             ; carry from column 4 on
0185  78                   MOV  A,B
0186  17                   RAL             ; 2 * row + carry
0187  CD 9C 01             CALL PLUS
018A  79                   MOV  A,C
018B  E6 03                ANI  3
018D  4F                   MOV  C,A
018E  3E 03                MVI  A,3
0190  0D           SHIFT:  DCR  C
0191  FA 99 01             JM   THERE
0194  07                   RLC
0195  07                   RLC
0196  C3 90 01             JMP  SHIFT
0199  57           THERE:  MOV  D,A
019A  A6                   ANA  M
019B  C9                   RET
019C  85           PLUS:   ADD  L          ; HL + A
019D  6F                   MOV  L,A
019E  D0                   RNC
019F  24                   INR  H
01A0  C9                   RET
; Enemy stones in the window change side: half the columns at a time.
01A1  2A 02 80     TAKE:   LHLD FIRST
01A4  3A 04 80             LDA  MASKS
01A7  CD B1 01             CALL HALF
01AA  2A 02 80             LHLD FIRST
01AD  23                   INX  H
01AE  3A 05 80             LDA  MASKS+1
01B1  57           HALF:   MOV  D,A
01B2  3A 00 80             LDA  OWN
01B5  4F                   MOV  C,A        ; makes 11 of the enemy's stones
01B6  3A 01 80             LDA  ROWS
01B9  47                   MOV  B,A
01BA  CD C9 01     HALF1:  CALL PAIRS
01BD  5F                   MOV  E,A
01BE  87                   ADD  A
01BF  B3                   ORA  E          ; both bits change
01C0  AE                   XRA  M
01C1  77                   MOV  M,A
01C2  23                   INX  H
01C3  23                   INX  H
01C4  05                   DCR  B
01C5  C2 BA 01             JNZ  HALF1
01C8  C9                   RET
; The cells of a byte that C makes 11, of those in D: 01 for each.
01C9  7E           PAIRS:  MOV  A,M
01CA  A9                   XRA  C
01CB  5F                   MOV  E,A
01CC  0F                   RRC
01CD  A3                   ANA  E
01CE  A2                   ANA  D
01CF  C9                   RET
; The columns before, at and behind each column.
01D0  05 00 15 00  COLUMN: DB   05H,00H, 15H,00H, 54H,00H, 50H,01H
01D4  54 00 50 01
01D8  40 05 00 15          DB   40H,05H, 00H,15H, 00H,14H
01DC  00 14
