;! routine: AJUMP
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column, D = from_row, E = from_column, A = side
;! out: HL -> board, CY = legal
;! clobbers: A, B, C, D, E, H, L, F, (OWN:11)
;! oracle: ataxx_jump
;! bytes: 248
;! cycles: 77-2130
;! title: A stone goes two squares far, with captures
; A byte XORed with the colour of a side all over has 11 for the enemy's stones:
; a byte of neighbours is turned at a time. The squares must be two rows or two
; columns apart, and not more. Carry: done. No carry: illegal, nothing changed.
OWN     EQU  8000H      ; 55H for x, AAH for o: the colour all over
ROWS    EQU  8001H      ; rows of the window
FIRST   EQU  8002H      ; where it begins
MASKS   EQU  8004H      ; its columns, in the two bytes of a row
CELL    EQU  8006H      ; the mask of the square
FROM    EQU  8007H      ; where the stone comes from
FROMC   EQU  8009H      ; and its mask
SIDE    EQU  800AH
0100  32 0A 80     AJUMP:  STA  SIDE
0103  78                   MOV  A,B        ; how many rows
0104  92                   SUB  D
0105  CD 5D 01             CALL FAR
0108  D0                   RNC             ; carry: at most two
0109  C5                   PUSH B
010A  47                   MOV  B,A
010B  79                   MOV  A,C        ; how many columns
010C  93                   SUB  E
010D  CD 5D 01             CALL FAR
0110  D2 5A 01             JNC  POPNO
0113  B0                   ORA  B
0114  C1                   POP  B
0115  E6 02                ANI  2
0117  C8                   RZ              ; neither is two
0118  E5                   PUSH H
0119  C5                   PUSH B
011A  42                   MOV  B,D
011B  4B                   MOV  C,E
011C  CD 9B 01             CALL SQUARE     ; A = the stone, D its mask
011F  22 07 80             SHLD FROM
0122  C1                   POP  B
0123  E1                   POP  H
0124  5F                   MOV  E,A
0125  7A                   MOV  A,D
0126  32 09 80             STA  FROMC
0129  D5                   PUSH D
012A  3A 0A 80             LDA  SIDE
012D  CD 65 01             CALL FIND
0130  C1                   POP  B          ; B = mask, C = stone of the square it comes from
0131  C2 5B 01             JNZ  NO         ; not free
0134  7A                   MOV  A,D
0135  32 06 80             STA  CELL
0138  3A 00 80             LDA  OWN
013B  A0                   ANA  B
013C  B9                   CMP  C
013D  C2 5B 01             JNZ  NO         ; no stone of its own
0140  E5                   PUSH H
0141  CD BB 01             CALL TAKE
0144  2A 07 80             LHLD FROM
0147  3A 09 80             LDA  FROMC
014A  2F                   CMA
014B  A6                   ANA  M
014C  77                   MOV  M,A
014D  E1                   POP  H
014E  3A 06 80             LDA  CELL
0151  57                   MOV  D,A
0152  3A 00 80             LDA  OWN
0155  A2                   ANA  D
0156  B6                   ORA  M
0157  77                   MOV  M,A
0158  37                   STC
0159  C9                   RET
015A  C1           POPNO:  POP  B
015B  A7           NO:     ANA  A
015C  C9                   RET
; A without its sign; carry if it is below 3.
015D  D2 62 01     FAR:    JNC  FAR1       ; SUB left a borrow below 0
0160  2F                   CMA
0161  3C                   INR  A
0162  FE 03        FAR1:   CPI  3
0164  C9                   RET
; The window: rows of the board around the square, and its columns as a mask.
0165  3D           FIND:   DCR  A
0166  EE AA                XRI  0AAH
0168  32 00 80             STA  OWN
016B  16 03                MVI  D,3        ; rows of the window
016D  78                   MOV  A,B
016E  FE 06                CPI  6
0170  CA 77 01             JZ   EDGE
0173  A7                   ANA  A
0174  C2 78 01             JNZ  INSIDE
0177  15           EDGE:   DCR  D
0178  7A           INSIDE: MOV  A,D
0179  32 01 80             STA  ROWS
017C  E5                   PUSH H
017D  78                   MOV  A,B
017E  D6 01                SUI  1
0180  CE 00                ACI  0          ; row above, or row 0
0182  87                   ADD  A
0183  CD B6 01             CALL PLUS
0186  22 02 80             SHLD FIRST
0189  21 EA 01             LXI  H,COLUMN
018C  79                   MOV  A,C
018D  87                   ADD  A
018E  CD B6 01             CALL PLUS
0191  7E                   MOV  A,M
0192  32 04 80             STA  MASKS
0195  23                   INX  H
0196  7E                   MOV  A,M
0197  32 05 80             STA  MASKS+1
019A  E1                   POP  H
; The byte and the mask of a square, and A = its cell in its place.
019B  79           SQUARE: MOV  A,C
019C  FE 04                CPI  4
019E  3F                   CMC             ; carry from column 4 on
019F  78                   MOV  A,B
01A0  17                   RAL             ; 2 * row + carry
01A1  CD B6 01             CALL PLUS
01A4  79                   MOV  A,C
01A5  E6 03                ANI  3
01A7  4F                   MOV  C,A
01A8  3E 03                MVI  A,3
01AA  0D           SHIFT:  DCR  C
01AB  FA B3 01             JM   THERE
01AE  07                   RLC
01AF  07                   RLC
01B0  C3 AA 01             JMP  SHIFT
01B3  57           THERE:  MOV  D,A
01B4  A6                   ANA  M
01B5  C9                   RET
01B6  85           PLUS:   ADD  L          ; HL + A
01B7  6F                   MOV  L,A
01B8  D0                   RNC
01B9  24                   INR  H
01BA  C9                   RET
; Enemy stones in the window change side: half the columns at a time.
01BB  2A 02 80     TAKE:   LHLD FIRST
01BE  3A 04 80             LDA  MASKS
01C1  CD CB 01             CALL HALF
01C4  2A 02 80             LHLD FIRST
01C7  23                   INX  H
01C8  3A 05 80             LDA  MASKS+1
01CB  57           HALF:   MOV  D,A
01CC  3A 00 80             LDA  OWN
01CF  4F                   MOV  C,A        ; makes 11 of the enemy's stones
01D0  3A 01 80             LDA  ROWS
01D3  47                   MOV  B,A
01D4  CD E3 01     HALF1:  CALL PAIRS
01D7  5F                   MOV  E,A
01D8  87                   ADD  A
01D9  B3                   ORA  E          ; both bits change
01DA  AE                   XRA  M
01DB  77                   MOV  M,A
01DC  23                   INX  H
01DD  23                   INX  H
01DE  05                   DCR  B
01DF  C2 D4 01             JNZ  HALF1
01E2  C9                   RET
; The cells of a byte that C makes 11, of those in D: 01 for each.
01E3  7E           PAIRS:  MOV  A,M
01E4  A9                   XRA  C
01E5  5F                   MOV  E,A
01E6  0F                   RRC
01E7  A3                   ANA  E
01E8  A2                   ANA  D
01E9  C9                   RET
; The columns before, at and behind each column.
01EA  05 00 15 00  COLUMN: DB   05H,00H, 15H,00H, 54H,00H, 50H,01H
01EE  54 00 50 01
01F2  40 05 00 15          DB   40H,05H, 00H,15H, 00H,14H
01F6  00 14
