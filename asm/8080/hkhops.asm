;! routine: HKHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (TODO:32), (HERE:2), (START:2), (COLUMN), (ROW), (LIMIT)
;! oracle: halma_kangaroo
;! bytes: 340
;! cycles: 4334-297444     the maximum is an upper bound
;! title: Finds the squares that a piece can reach by hops in Kangaroo Halma
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. OCC, REACH and TODO have the same offset in three pages. Flood fill: every
; square reached is in TODO until its own hops are explored. TODO is a set and not a
; stack, so at HFROM and HSCAN all state lies at fixed addresses and nothing is pushed.
; A hop has the same length before and after the piece; all other squares are empty.
OCC     EQU 8000H       ; the occupied squares without the hopping piece
REACH   EQU 8100H       ; where it can land
TODO    EQU 8200H       ; where it can land, hops not explored
HERE    EQU 8020H       ; byte and bit of the current square
START   EQU 8022H       ; byte and bit of the starting square
COLUMN  EQU 8024H       ; of the current square
ROW     EQU 8025H
LIMIT   EQU 8026H       ; twice the length of half the longest hop that the rows allow
0100  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0104  10 20 40 80
0108  EB           HKHOPS: XCHG
0109  21 00 80             LXI H,OCC
010C  4F                   MOV C,A
010D  06 20                MVI B,32
010F  1A           HCOPY:  LDAX D
0110  77                   MOV M,A
0111  AF                   XRA A
0112  24                   INR H           ; from OCC to REACH
0113  77                   MOV M,A
0114  24                   INR H           ; to TODO
0115  77                   MOV M,A
0116  25                   DCR H
0117  25                   DCR H
0118  13                   INX D
0119  2C                   INR L
011A  05                   DCR B
011B  C2 0F 01             JNZ HCOPY
011E  79                   MOV A,C
011F  0F                   RRC
0120  0F                   RRC
0121  0F                   RRC
0122  0F                   RRC
0123  E6 0F                ANI 15
0125  47                   MOV B,A         ; B = row
0126  79                   MOV A,C
0127  E6 0F                ANI 15
0129  4F                   MOV C,A         ; C = column
012A  CD 46 02             CALL HBIT
012D  22 22 80             SHLD START
0130  54                   MOV D,H
0131  26 81                MVI H,HIGH REACH
0133  72                   MOV M,D         ; no hop reaches it anew; cleared at the end
0134  25                   DCR H
0135  7A                   MOV A,D
0136  2F                   CMA
0137  A6                   ANA M
0138  77                   MOV M,A         ; lifted: its square is empty
; Explores the hops from row B and column C.
0139  CD 46 02     HFROM:  CALL HBIT
013C  22 20 80             SHLD HERE
013F  60                   MOV H,B
0140  69                   MOV L,C
0141  22 24 80             SHLD COLUMN
0144  1E FE                MVI E,-2
0146  78                   MOV A,B
0147  E6 0E                ANI 14          ; twice half of the rows above
0149  C4 94 01             CNZ HROW
014C  1E 00                MVI E,0
014E  3E 0E                MVI A,14        ; the columns set the limit
0150  32 26 80             STA LIMIT
0153  CD C0 01             CALL HSIDE
0156  1E 02                MVI E,2
0158  3A 25 80             LDA ROW
015B  EE 0F                XRI 15
015D  E6 0E                ANI 14          ; of the rows below
015F  C4 94 01             CNZ HROW
; Takes a square from TODO. No register matters here.
0162  21 1F 82     HSCAN:  LXI H,TODO+31
0165  7E           HNEXT:  MOV A,M
0166  2D                   DCR L
0167  B6                   ORA M           ; both halves of a row
0168  C2 78 01             JNZ HFOUND
016B  2D                   DCR L
016C  F2 65 01             JP HNEXT
016F  2A 22 80             LHLD START
0172  7C                   MOV A,H
0173  26 81                MVI H,HIGH REACH
0175  AE                   XRA M
0176  77                   MOV M,A         ; the starting square is not a move
0177  C9                   RET
0178  7E           HFOUND: MOV A,M
0179  B7                   ORA A
017A  C2 7F 01             JNZ HTAKE
017D  2C                   INR L           ; the right half
017E  7E                   MOV A,M
017F  57           HTAKE:  MOV D,A
0180  3D                   DCR A
0181  A2                   ANA D           ; without the lowest bit
0182  77                   MOV M,A
0183  7D                   MOV A,L
0184  1F                   RAR             ; ANA cleared the carry
0185  47                   MOV B,A         ; B = row, carry: right half
0186  9F                   SBB A
0187  E6 08                ANI 8
0189  3D                   DCR A
018A  4F                   MOV C,A
018B  7A                   MOV A,D
018C  0C           HCOL:   INR C           ; to the column of the lowest bit
018D  0F                   RRC
018E  D2 8C 01             JNC HCOL
0191  C3 39 01             JMP HFROM
; Adds the hops along rows that are E bytes apart: straight, to the right and to the left;
; HSIDE only the last two. A = limit, B = squares left to leap to, C = bit, D = length.
0194  32 26 80     HROW:   STA LIMIT
0197  0F                   RRC
0198  47                   MOV B,A
0199  2A 20 80             LHLD HERE
019C  4C                   MOV C,H
019D  26 80                MVI H,HIGH OCC
019F  16 00                MVI D,0
01A1  7D           HLEAP:  MOV A,L
01A2  83                   ADD E
01A3  6F                   MOV L,A
01A4  14                   INR D
01A5  7E                   MOV A,M
01A6  A1                   ANA C
01A7  C2 B1 01             JNZ HLAND       ; the first piece
01AA  05                   DCR B
01AB  C2 A1 01             JNZ HLEAP
01AE  C3 C0 01             JMP HSIDE       ; none, or no room beyond it
01B1  7D           HLAND:  MOV A,L
01B2  83                   ADD E
01B3  6F                   MOV L,A
01B4  7E                   MOV A,M
01B5  A1                   ANA C
01B6  C2 C0 01             JNZ HSIDE       ; no room to land
01B9  15                   DCR D
01BA  C2 B1 01             JNZ HLAND       ; the same length again
01BD  CD 3B 02             CALL HMARK
01C0  3A 24 80     HSIDE:  LDA COLUMN
01C3  EE 0F                XRI 15
01C5  E6 0E                ANI 14          ; twice half of the columns on the right
01C7  CA 01 02             JZ HLEFT
01CA  21 26 80             LXI H,LIMIT
01CD  BE                   CMP M
01CE  DA D2 01             JC HRIGHT
01D1  7E                   MOV A,M
01D2  0F           HRIGHT: RRC
01D3  47                   MOV B,A
01D4  2A 20 80             LHLD HERE
01D7  4C                   MOV C,H
01D8  26 80                MVI H,HIGH OCC
01DA  16 00                MVI D,0
01DC  79           HRLEAP: MOV A,C
01DD  07                   RLC
01DE  4F                   MOV C,A         ; carry: from the left half to the right
01DF  7D                   MOV A,L
01E0  8B                   ADC E
01E1  6F                   MOV L,A
01E2  14                   INR D
01E3  7E                   MOV A,M
01E4  A1                   ANA C
01E5  C2 EF 01             JNZ HRLAND
01E8  05                   DCR B
01E9  C2 DC 01             JNZ HRLEAP
01EC  C3 01 02             JMP HLEFT
01EF  79           HRLAND: MOV A,C
01F0  07                   RLC
01F1  4F                   MOV C,A
01F2  7D                   MOV A,L
01F3  8B                   ADC E
01F4  6F                   MOV L,A
01F5  7E                   MOV A,M
01F6  A1                   ANA C
01F7  C2 01 02             JNZ HLEFT
01FA  15                   DCR D
01FB  C2 EF 01             JNZ HRLAND
01FE  CD 3B 02             CALL HMARK
0201  3A 24 80     HLEFT:  LDA COLUMN
0204  E6 0E                ANI 14          ; twice half of the columns on the left
0206  C8                   RZ
0207  21 26 80             LXI H,LIMIT
020A  BE                   CMP M
020B  DA 0F 02             JC HLESS
020E  7E                   MOV A,M
020F  0F           HLESS:  RRC
0210  47                   MOV B,A
0211  2A 20 80             LHLD HERE
0214  4C                   MOV C,H
0215  26 80                MVI H,HIGH OCC
0217  16 00                MVI D,0
0219  79           HLLEAP: MOV A,C
021A  0F                   RRC
021B  4F                   MOV C,A         ; carry: from the right half to the left
021C  7D                   MOV A,L
021D  DE 00                SBI 0
021F  83                   ADD E
0220  6F                   MOV L,A
0221  14                   INR D
0222  7E                   MOV A,M
0223  A1                   ANA C
0224  C2 2C 02             JNZ HLLAND
0227  05                   DCR B
0228  C2 19 02             JNZ HLLEAP
022B  C9                   RET
022C  79           HLLAND: MOV A,C
022D  0F                   RRC
022E  4F                   MOV C,A
022F  7D                   MOV A,L
0230  DE 00                SBI 0
0232  83                   ADD E
0233  6F                   MOV L,A
0234  7E                   MOV A,M
0235  A1                   ANA C
0236  C0                   RNZ
0237  15                   DCR D
0238  C2 2C 02             JNZ HLLAND
; Adds bit C of byte L to REACH and, if it is new there, to TODO.
023B  24           HMARK:  INR H
023C  7E                   MOV A,M
023D  B1                   ORA C
023E  BE                   CMP M
023F  C8                   RZ              ; already reached
0240  77                   MOV M,A
0241  24                   INR H
0242  7E                   MOV A,M
0243  B1                   ORA C
0244  77                   MOV M,A
0245  C9                   RET
; L = byte of row B and column C in a set, H = mask of its bit.
0246  79           HBIT:   MOV A,C
0247  E6 07                ANI 7
0249  6F                   MOV L,A
024A  26 01                MVI H,HIGH BITS ; the table begins a page
024C  66                   MOV H,M
024D  79                   MOV A,C
024E  C6 F8                ADI 0F8H        ; carry: right half of the row
0250  78                   MOV A,B
0251  17                   RAL             ; 2 x row + half
0252  6F                   MOV L,A
0253  C9                   RET
