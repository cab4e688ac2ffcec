;! routine: HHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (TODO:32), (HERE:2), (START:2)
;! oracle: halma_hops
;! at: HSCAN: (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: reached & ~(sum(r in 0..8: 21845 << 32 * r) << (square & 17)) = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! decreases: (1 << 256) - 1 - reached, todo, 1
;! remaining: if todo = 0 then 766 else 1417, 2795 * popcount((~reached | todo) & (sum(r in 0..8: 21845 << 32 * r) << (square & 17))) + 766
;! at: HFROM: B = row, C = column, (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: row < 16 and column < 16
;! invariant: bit(todo, 16 * row + column)
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: reached & ~(sum(r in 0..8: 21845 << 32 * r) << (square & 17)) = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! expands: 16 * row + column
;! decreases: (1 << 256) - 1 - reached, todo, 0
;! remaining: 1293, 2795 * popcount((~reached | todo) & (sum(r in 0..8: 21845 << 32 * r) << (square & 17))) + 766 - 929
;! bytes: 251
;! cycles: 4118-182347     the maximum is an upper bound
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
012A  CD ED 01             CALL HBIT
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
0168  CD ED 01     HFROM:  CALL HBIT
016B  22 20 80             SHLD HERE
016E  7C                   MOV A,H
016F  2F                   CMA
0170  26 82                MVI H,HIGH TODO
0172  A6                   ANA M
0173  77                   MOV M,A         ; taken
0174  1E FE                MVI E,-2
0176  78                   MOV A,B
0177  FE 02                CPI 2
0179  D4 8C 01             CNC HROW        ; upward, if two rows are there
017C  1E 00                MVI E,0
017E  CD A2 01             CALL HSIDE
0181  1E 02                MVI E,2
0183  78                   MOV A,B
0184  FE 0E                CPI 14
0186  DC 8C 01             CC HROW         ; downward
0189  C3 3C 01             JMP HSCAN
; Adds the hops over the row that is E bytes away: straight, to the right and to the
; left; HSIDE only the last two. D = bit. The row beyond is on the board.
018C  2A 20 80     HROW:   LHLD HERE
018F  54                   MOV D,H
0190  26 80                MVI H,HIGH OCC
0192  7D                   MOV A,L
0193  83                   ADD E
0194  6F                   MOV L,A
0195  7E                   MOV A,M
0196  A2                   ANA D
0197  CA A2 01             JZ HSIDE        ; no piece to hop over
019A  7D                   MOV A,L
019B  83                   ADD E
019C  6F                   MOV L,A
019D  7E                   MOV A,M
019E  A2                   ANA D
019F  CC E2 01             CZ HMARK
01A2  79           HSIDE:  MOV A,C
01A3  FE 0E                CPI 14
01A5  D2 C3 01             JNC HLEFT       ; no two columns on the right
01A8  2A 20 80             LHLD HERE
01AB  7C                   MOV A,H
01AC  07                   RLC
01AD  57                   MOV D,A         ; carry: from the left half to the right
01AE  7D                   MOV A,L
01AF  8B                   ADC E
01B0  6F                   MOV L,A
01B1  26 80                MVI H,HIGH OCC
01B3  7E                   MOV A,M
01B4  A2                   ANA D
01B5  CA C3 01             JZ HLEFT
01B8  7A                   MOV A,D
01B9  07                   RLC
01BA  57                   MOV D,A
01BB  7D                   MOV A,L
01BC  8B                   ADC E
01BD  6F                   MOV L,A
01BE  7E                   MOV A,M
01BF  A2                   ANA D
01C0  CC E2 01             CZ HMARK
01C3  79           HLEFT:  MOV A,C
01C4  FE 02                CPI 2
01C6  D8                   RC              ; no two columns on the left
01C7  2A 20 80             LHLD HERE
01CA  7C                   MOV A,H
01CB  0F                   RRC
01CC  57                   MOV D,A         ; carry: from the right half to the left
01CD  7D                   MOV A,L
01CE  DE 00                SBI 0
01D0  83                   ADD E
01D1  6F                   MOV L,A
01D2  26 80                MVI H,HIGH OCC
01D4  7E                   MOV A,M
01D5  A2                   ANA D
01D6  C8                   RZ
01D7  7A                   MOV A,D
01D8  0F                   RRC
01D9  57                   MOV D,A
01DA  7D                   MOV A,L
01DB  DE 00                SBI 0
01DD  83                   ADD E
01DE  6F                   MOV L,A
01DF  7E                   MOV A,M
01E0  A2                   ANA D
01E1  C0                   RNZ             ; no room to land
; Adds bit D of byte L to REACH and, if it is new there, to TODO.
01E2  24           HMARK:  INR H
01E3  7E                   MOV A,M
01E4  B2                   ORA D
01E5  BE                   CMP M
01E6  C8                   RZ              ; already reached
01E7  77                   MOV M,A
01E8  24                   INR H
01E9  7E                   MOV A,M
01EA  B2                   ORA D
01EB  77                   MOV M,A
01EC  C9                   RET
; L = byte of row B and column C in a set, H = mask of its bit.
01ED  79           HBIT:   MOV A,C
01EE  E6 07                ANI 7
01F0  6F                   MOV L,A
01F1  26 01                MVI H,HIGH BITS ; the table begins a page
01F3  66                   MOV H,M
01F4  79                   MOV A,C
01F5  C6 F8                ADI 0F8H        ; carry: right half of the row
01F7  78                   MOV A,B
01F8  17                   RAL             ; 2 x row + half
01F9  6F                   MOV L,A
01FA  C9                   RET
