;! routine: HKHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (TODO:32), (HERE:2), (START:2), (COLUMN), (ROW), (LIMIT)
;! oracle: halma_kangaroo
;! at: HSCAN: (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! decreases: (1 << 256) - 1 - reached, todo, 1
;! at: HFROM: B = row, C = column, (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: row < 16 and column < 16
;! invariant: bit(todo, 16 * row + column)
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! expands: 16 * row + column
;! decreases: (1 << 256) - 1 - reached, todo, 0
;! bytes: 346
;! note: 4512 cycles at least, 299304 at most by calculation; not proven
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
012A  CD 4C 02             CALL HBIT
012D  22 22 80             SHLD START
0130  54                   MOV D,H
0131  26 81                MVI H,HIGH REACH
0133  72                   MOV M,D         ; no hop reaches it anew; cleared at the end
0134  24                   INR H
0135  72                   MOV M,D         ; in TODO
0136  26 80                MVI H,HIGH OCC
0138  7A                   MOV A,D
0139  2F                   CMA
013A  A6                   ANA M
013B  77                   MOV M,A         ; lifted: its square is empty
; Takes a square from TODO. No register matters here.
013C  21 1F 82     HSCAN:  LXI H,TODO+31
013F  7E           HNEXT:  MOV A,M
0140  2D                   DCR L
0141  B6                   ORA M           ; both halves of a row
0142  C2 52 01             JNZ HFOUND
0145  2D                   DCR L
0146  F2 3F 01             JP HNEXT
0149  2A 22 80             LHLD START
014C  7C                   MOV A,H
014D  26 81                MVI H,HIGH REACH
014F  AE                   XRA M
0150  77                   MOV M,A         ; the starting square is not a move
0151  C9                   RET
0152  7E           HFOUND: MOV A,M
0153  B7                   ORA A
0154  C2 59 01             JNZ HTAKE
0157  2C                   INR L           ; the right half
0158  7E                   MOV A,M
0159  57           HTAKE:  MOV D,A
015A  7D                   MOV A,L
015B  1F                   RAR             ; ORA cleared the carry
015C  47                   MOV B,A         ; B = row, carry: right half
015D  9F                   SBB A
015E  E6 08                ANI 8
0160  3D                   DCR A
0161  4F                   MOV C,A
0162  7A                   MOV A,D
0163  0C           HCOL:   INR C           ; to the column of the lowest bit
0164  0F                   RRC
0165  D2 63 01             JNC HCOL
; Explores the hops from row B and column C.
0168  CD 4C 02     HFROM:  CALL HBIT
016B  22 20 80             SHLD HERE
016E  7C                   MOV A,H
016F  2F                   CMA
0170  26 82                MVI H,HIGH TODO
0172  A6                   ANA M
0173  77                   MOV M,A         ; taken
0174  60                   MOV H,B
0175  69                   MOV L,C
0176  22 24 80             SHLD COLUMN
0179  1E FE                MVI E,-2
017B  78                   MOV A,B
017C  E6 0E                ANI 14          ; twice half of the rows above
017E  C4 9A 01             CNZ HROW
0181  1E 00                MVI E,0
0183  3E 0E                MVI A,14        ; the columns set the limit
0185  32 26 80             STA LIMIT
0188  CD C6 01             CALL HSIDE
018B  1E 02                MVI E,2
018D  3A 25 80             LDA ROW
0190  EE 0F                XRI 15
0192  E6 0E                ANI 14          ; of the rows below
0194  C4 9A 01             CNZ HROW
0197  C3 3C 01             JMP HSCAN
; Adds the hops along rows that are E bytes apart: straight, to the right and to the left;
; HSIDE only the last two. A = limit, B = squares left to leap to, C = bit, D = length.
019A  32 26 80     HROW:   STA LIMIT
019D  0F                   RRC
019E  47                   MOV B,A
019F  2A 20 80             LHLD HERE
01A2  4C                   MOV C,H
01A3  26 80                MVI H,HIGH OCC
01A5  16 00                MVI D,0
01A7  7D           HLEAP:  MOV A,L
01A8  83                   ADD E
01A9  6F                   MOV L,A
01AA  14                   INR D
01AB  7E                   MOV A,M
01AC  A1                   ANA C
01AD  C2 B7 01             JNZ HLAND       ; the first piece
01B0  05                   DCR B
01B1  C2 A7 01             JNZ HLEAP
01B4  C3 C6 01             JMP HSIDE       ; none, or no room beyond it
01B7  7D           HLAND:  MOV A,L
01B8  83                   ADD E
01B9  6F                   MOV L,A
01BA  7E                   MOV A,M
01BB  A1                   ANA C
01BC  C2 C6 01             JNZ HSIDE       ; no room to land
01BF  15                   DCR D
01C0  C2 B7 01             JNZ HLAND       ; the same length again
01C3  CD 41 02             CALL HMARK
01C6  3A 24 80     HSIDE:  LDA COLUMN
01C9  EE 0F                XRI 15
01CB  E6 0E                ANI 14          ; twice half of the columns on the right
01CD  CA 07 02             JZ HLEFT
01D0  21 26 80             LXI H,LIMIT
01D3  BE                   CMP M
01D4  DA D8 01             JC HRIGHT
01D7  7E                   MOV A,M
01D8  0F           HRIGHT: RRC
01D9  47                   MOV B,A
01DA  2A 20 80             LHLD HERE
01DD  4C                   MOV C,H
01DE  26 80                MVI H,HIGH OCC
01E0  16 00                MVI D,0
01E2  79           HRLEAP: MOV A,C
01E3  07                   RLC
01E4  4F                   MOV C,A         ; carry: from the left half to the right
01E5  7D                   MOV A,L
01E6  8B                   ADC E
01E7  6F                   MOV L,A
01E8  14                   INR D
01E9  7E                   MOV A,M
01EA  A1                   ANA C
01EB  C2 F5 01             JNZ HRLAND
01EE  05                   DCR B
01EF  C2 E2 01             JNZ HRLEAP
01F2  C3 07 02             JMP HLEFT
01F5  79           HRLAND: MOV A,C
01F6  07                   RLC
01F7  4F                   MOV C,A
01F8  7D                   MOV A,L
01F9  8B                   ADC E
01FA  6F                   MOV L,A
01FB  7E                   MOV A,M
01FC  A1                   ANA C
01FD  C2 07 02             JNZ HLEFT
0200  15                   DCR D
0201  C2 F5 01             JNZ HRLAND
0204  CD 41 02             CALL HMARK
0207  3A 24 80     HLEFT:  LDA COLUMN
020A  E6 0E                ANI 14          ; twice half of the columns on the left
020C  C8                   RZ
020D  21 26 80             LXI H,LIMIT
0210  BE                   CMP M
0211  DA 15 02             JC HLESS
0214  7E                   MOV A,M
0215  0F           HLESS:  RRC
0216  47                   MOV B,A
0217  2A 20 80             LHLD HERE
021A  4C                   MOV C,H
021B  26 80                MVI H,HIGH OCC
021D  16 00                MVI D,0
021F  79           HLLEAP: MOV A,C
0220  0F                   RRC
0221  4F                   MOV C,A         ; carry: from the right half to the left
0222  7D                   MOV A,L
0223  DE 00                SBI 0
0225  83                   ADD E
0226  6F                   MOV L,A
0227  14                   INR D
0228  7E                   MOV A,M
0229  A1                   ANA C
022A  C2 32 02             JNZ HLLAND
022D  05                   DCR B
022E  C2 1F 02             JNZ HLLEAP
0231  C9                   RET
0232  79           HLLAND: MOV A,C
0233  0F                   RRC
0234  4F                   MOV C,A
0235  7D                   MOV A,L
0236  DE 00                SBI 0
0238  83                   ADD E
0239  6F                   MOV L,A
023A  7E                   MOV A,M
023B  A1                   ANA C
023C  C0                   RNZ
023D  15                   DCR D
023E  C2 32 02             JNZ HLLAND
; Adds bit C of byte L to REACH and, if it is new there, to TODO.
0241  24           HMARK:  INR H
0242  7E                   MOV A,M
0243  B1                   ORA C
0244  BE                   CMP M
0245  C8                   RZ              ; already reached
0246  77                   MOV M,A
0247  24                   INR H
0248  7E                   MOV A,M
0249  B1                   ORA C
024A  77                   MOV M,A
024B  C9                   RET
; L = byte of row B and column C in a set, H = mask of its bit.
024C  79           HBIT:   MOV A,C
024D  E6 07                ANI 7
024F  6F                   MOV L,A
0250  26 01                MVI H,HIGH BITS ; the table begins a page
0252  66                   MOV H,M
0253  79                   MOV A,C
0254  C6 F8                ADI 0F8H        ; carry: right half of the row
0256  78                   MOV A,B
0257  17                   RAL             ; 2 x row + half
0258  6F                   MOV L,A
0259  C9                   RET
