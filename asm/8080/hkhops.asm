;! routine: HKHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (HERE:2), (NEXT:2), (LENGTH)
;! oracle: halma_kangaroo
;! bytes: 188
;! cycles: 5486-948848     the maximum is an upper bound
;! title: Finds the squares that a piece can reach by hops in Kangaroo Halma
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. OCC and REACH have the same offset in two pages. Flood fill: every
; square reached is pushed until its own hops are explored. A hop has the same length
; before and after the piece; all other squares are empty.
OCC     EQU 8000H       ; the occupied squares without the hopping piece
REACH   EQU 8100H       ; where it can land
HERE    EQU 8020H       ; column and row of the current square
NEXT    EQU 8022H       ; the next direction
LENGTH  EQU 8024H       ; of half a hop
0100  FF FF FF 00  DIRS:   DB -1,-1, -1,0, -1,1, 0,-1, 0,1, 1,-1, 1,0, 1,1, 0,0
0104  FF 01 00 FF 00 01 01 FF
010C  01 00 01 01 00 00
0112  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0116  10 20 40 80
011A  11 00 80     HKHOPS: LXI D,OCC
011D  06 20                MVI B,32
011F  F5                   PUSH PSW
0120  7E           HCOPY:  MOV A,M
0121  12                   STAX D
0122  23                   INX H
0123  14                   INR D           ; from OCC to REACH
0124  AF                   XRA A
0125  12                   STAX D
0126  15                   DCR D
0127  13                   INX D
0128  05                   DCR B
0129  C2 20 01             JNZ HCOPY
012C  F1                   POP PSW
012D  4F                   MOV C,A
012E  0F                   RRC
012F  0F                   RRC
0130  0F                   RRC
0131  0F                   RRC
0132  E6 0F                ANI 15
0134  47                   MOV B,A         ; B = row
0135  79                   MOV A,C
0136  E6 0F                ANI 15
0138  4F                   MOV C,A         ; C = column
0139  CD A9 01             CALL HBIT
013C  57                   MOV D,A
013D  2F                   CMA
013E  A6                   ANA M
013F  77                   MOV M,A         ; lifted: its square is empty
0140  24                   INR H
0141  72                   MOV M,D         ; and excluded from the search
0142  E5                   PUSH H
0143  D5                   PUSH D          ; its byte and bit in REACH, cleared at the end
0144  11 FF FF             LXI D,-1
0147  D5                   PUSH D          ; end marker
0148  60           HFROM:  MOV H,B
0149  69                   MOV L,C
014A  22 20 80             SHLD HERE
014D  21 00 01             LXI H,DIRS
0150  56           HDIR:   MOV D,M         ; rows
0151  23                   INX H
0152  5E                   MOV E,M         ; columns
0153  23                   INX H
0154  22 22 80             SHLD NEXT
0157  7A                   MOV A,D
0158  B3                   ORA E
0159  CA 8E 01             JZ HALL
015C  2A 20 80             LHLD HERE
015F  44                   MOV B,H
0160  4D                   MOV C,L
0161  21 24 80             LXI H,LENGTH
0164  36 00                MVI M,0
0166  21 24 80     HLEAP:  LXI H,LENGTH
0169  34                   INR M
016A  CD 9A 01             CALL HGO
016D  CA 66 01             JZ HLEAP        ; up to the first piece, or the border
0170  CD 9A 01     HLAND:  CALL HGO
0173  C2 88 01             JNZ HNONE       ; no room to land
0176  21 24 80             LXI H,LENGTH
0179  35                   DCR M
017A  C2 70 01             JNZ HLAND       ; the same length again
017D  CD A9 01             CALL HBIT
0180  24                   INR H           ; free: the same byte of REACH
0181  B6                   ORA M
0182  BE                   CMP M
0183  CA 88 01             JZ HNONE        ; already reached
0186  77                   MOV M,A
0187  C5                   PUSH B          ; push it
0188  2A 22 80     HNONE:  LHLD NEXT
018B  C3 50 01             JMP HDIR
018E  C1           HALL:   POP B           ; all directions done
018F  78                   MOV A,B
0190  3C                   INR A
0191  C2 48 01             JNZ HFROM
0194  D1                   POP D
0195  E1                   POP H
0196  7E                   MOV A,M
0197  AA                   XRA D
0198  77                   MOV M,A         ; the starting square is not a move
0199  C9                   RET
; Moves one step. Z if that square is on the board and empty.
019A  78           HGO:    MOV A,B
019B  82                   ADD D
019C  47                   MOV B,A
019D  79                   MOV A,C
019E  83                   ADD E
019F  4F                   MOV C,A
01A0  B0                   ORA B
01A1  E6 F0                ANI 0F0H        ; below 0 or above 15
01A3  C0                   RNZ
01A4  CD A9 01             CALL HBIT
01A7  A6                   ANA M
01A8  C9                   RET
; HL = address in OCC of row B and column C, A = mask of the bit.
01A9  79           HBIT:   MOV A,C
01AA  E6 07                ANI 7
01AC  21 12 01             LXI H,BITS
01AF  85                   ADD L
01B0  6F                   MOV L,A         ; the table lies within a page
01B1  79                   MOV A,C
01B2  C6 F8                ADI 0F8H        ; carry: right half of the row
01B4  78                   MOV A,B
01B5  17                   RAL             ; 2 x row + half
01B6  66                   MOV H,M
01B7  6F                   MOV L,A
01B8  7C                   MOV A,H
01B9  26 80                MVI H,HIGH OCC
01BB  C9                   RET
