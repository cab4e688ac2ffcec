;! routine: HHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (TODO:32), (HERE:2), (START:2)
;! oracle: halma_hops
;! at: HFROM: B = row, C = column, (REACH:32) = reached, (TODO:32) = todo
;! invariant: row < 16 and column < 16
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square) and bit(reached, 16 * row + column)
;! invariant: reached & ~least = 0
;! invariant: element <> 16 * row + column and (element = square or bit(reached, element) and not bit(todo, element)) implies successors(element, direction) & ~reached = 0
;! expands: 16 * row + column
;! decreases: (1 << 256) - 1 - reached, todo, 1
;! at: HSCAN: (REACH:32) = reached, (TODO:32) = todo
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: element = square or bit(reached, element) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! decreases: (1 << 256) - 1 - reached, todo, 0
;! bytes: 245
;! cycles: 3940-127204
;! title: Finds the squares that a Halma piece can reach by hops
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. OCC, REACH and TODO have the same offset in three pages. Flood fill: every
; square reached is in TODO until its own hops are explored. TODO is a set and not a
; stack, so at HFROM and HSCAN all state lies at fixed addresses and nothing is pushed.
OCC     EQU 8000H       ; the occupied squares without the hopping piece
REACH   EQU 8100H       ; where it can land
TODO    EQU 8200H       ; where it can land, hops not explored
HERE    EQU 8020H       ; byte and bit of the current square
START   EQU 8022H       ; byte and bit of the starting square
0100  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0104  10 20 40 80
0108  EB           HHOPS:  XCHG
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
012A  CD E7 01             CALL HBIT
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
0139  CD E7 01     HFROM:  CALL HBIT
013C  22 20 80             SHLD HERE
013F  1E FE                MVI E,-2
0141  78                   MOV A,B
0142  FE 02                CPI 2
0144  D4 86 01             CNC HROW        ; upward, if two rows are there
0147  1E 00                MVI E,0
0149  CD 9C 01             CALL HSIDE
014C  1E 02                MVI E,2
014E  78                   MOV A,B
014F  FE 0E                CPI 14
0151  DC 86 01             CC HROW         ; downward
; Takes a square from TODO. No register matters here.
0154  21 1F 82     HSCAN:  LXI H,TODO+31
0157  7E           HNEXT:  MOV A,M
0158  2D                   DCR L
0159  B6                   ORA M           ; both halves of a row
015A  C2 6A 01             JNZ HFOUND
015D  2D                   DCR L
015E  F2 57 01             JP HNEXT
0161  2A 22 80             LHLD START
0164  7C                   MOV A,H
0165  26 81                MVI H,HIGH REACH
0167  AE                   XRA M
0168  77                   MOV M,A         ; the starting square is not a move
0169  C9                   RET
016A  7E           HFOUND: MOV A,M
016B  B7                   ORA A
016C  C2 71 01             JNZ HTAKE
016F  2C                   INR L           ; the right half
0170  7E                   MOV A,M
0171  57           HTAKE:  MOV D,A
0172  3D                   DCR A
0173  A2                   ANA D           ; without the lowest bit
0174  77                   MOV M,A
0175  7D                   MOV A,L
0176  1F                   RAR             ; ANA cleared the carry
0177  47                   MOV B,A         ; B = row, carry: right half
0178  9F                   SBB A
0179  E6 08                ANI 8
017B  3D                   DCR A
017C  4F                   MOV C,A
017D  7A                   MOV A,D
017E  0C           HCOL:   INR C           ; to the column of the lowest bit
017F  0F                   RRC
0180  D2 7E 01             JNC HCOL
0183  C3 39 01             JMP HFROM
; Adds the hops over the row that is E bytes away: straight, to the right and to the
; left; HSIDE only the last two. D = bit. The row beyond is on the board.
0186  2A 20 80     HROW:   LHLD HERE
0189  54                   MOV D,H
018A  26 80                MVI H,HIGH OCC
018C  7D                   MOV A,L
018D  83                   ADD E
018E  6F                   MOV L,A
018F  7E                   MOV A,M
0190  A2                   ANA D
0191  CA 9C 01             JZ HSIDE        ; no piece to hop over
0194  7D                   MOV A,L
0195  83                   ADD E
0196  6F                   MOV L,A
0197  7E                   MOV A,M
0198  A2                   ANA D
0199  CC DC 01             CZ HMARK
019C  79           HSIDE:  MOV A,C
019D  FE 0E                CPI 14
019F  D2 BD 01             JNC HLEFT       ; no two columns on the right
01A2  2A 20 80             LHLD HERE
01A5  7C                   MOV A,H
01A6  07                   RLC
01A7  57                   MOV D,A         ; carry: from the left half to the right
01A8  7D                   MOV A,L
01A9  8B                   ADC E
01AA  6F                   MOV L,A
01AB  26 80                MVI H,HIGH OCC
01AD  7E                   MOV A,M
01AE  A2                   ANA D
01AF  CA BD 01             JZ HLEFT
01B2  7A                   MOV A,D
01B3  07                   RLC
01B4  57                   MOV D,A
01B5  7D                   MOV A,L
01B6  8B                   ADC E
01B7  6F                   MOV L,A
01B8  7E                   MOV A,M
01B9  A2                   ANA D
01BA  CC DC 01             CZ HMARK
01BD  79           HLEFT:  MOV A,C
01BE  FE 02                CPI 2
01C0  D8                   RC              ; no two columns on the left
01C1  2A 20 80             LHLD HERE
01C4  7C                   MOV A,H
01C5  0F                   RRC
01C6  57                   MOV D,A         ; carry: from the right half to the left
01C7  7D                   MOV A,L
01C8  DE 00                SBI 0
01CA  83                   ADD E
01CB  6F                   MOV L,A
01CC  26 80                MVI H,HIGH OCC
01CE  7E                   MOV A,M
01CF  A2                   ANA D
01D0  C8                   RZ
01D1  7A                   MOV A,D
01D2  0F                   RRC
01D3  57                   MOV D,A
01D4  7D                   MOV A,L
01D5  DE 00                SBI 0
01D7  83                   ADD E
01D8  6F                   MOV L,A
01D9  7E                   MOV A,M
01DA  A2                   ANA D
01DB  C0                   RNZ             ; no room to land
; Adds bit D of byte L to REACH and, if it is new there, to TODO.
01DC  24           HMARK:  INR H
01DD  7E                   MOV A,M
01DE  B2                   ORA D
01DF  BE                   CMP M
01E0  C8                   RZ              ; already reached
01E1  77                   MOV M,A
01E2  24                   INR H
01E3  7E                   MOV A,M
01E4  B2                   ORA D
01E5  77                   MOV M,A
01E6  C9                   RET
; L = byte of row B and column C in a set, H = mask of its bit.
01E7  79           HBIT:   MOV A,C
01E8  E6 07                ANI 7
01EA  6F                   MOV L,A
01EB  26 01                MVI H,HIGH BITS ; the table begins a page
01ED  66                   MOV H,M
01EE  79                   MOV A,C
01EF  C6 F8                ADI 0F8H        ; carry: right half of the row
01F1  78                   MOV A,B
01F2  17                   RAL             ; 2 x row + half
01F3  6F                   MOV L,A
01F4  C9                   RET
