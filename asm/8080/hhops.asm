;! routine: HHOPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (OCC:32), (HERE:2), (NEXT:2)
;! oracle: halma_hops
;! bytes: 172
;! cycles: 4593-303381
;! title: Finds the squares that a Halma piece can reach by hops
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. OCC and REACH have the same offset in two pages. Flood fill: every
; square reached is pushed until its own hops are explored.
OCC     EQU 8000H       ; the occupied squares without the hopping piece
REACH   EQU 8100H       ; where it can land
HERE    EQU 8020H       ; column and row of the current square
NEXT    EQU 8022H       ; the next direction
0100  FF FF FF 00  DIRS:   DB -1,-1, -1,0, -1,1, 0,-1, 0,1, 1,-1, 1,0, 1,1, 0,0
0104  FF 01 00 FF 00 01 01 FF
010C  01 00 01 01 00 00
0112  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0116  10 20 40 80
011A  11 00 80     HHOPS:  LXI D,OCC
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
0139  CD 99 01             CALL HBIT
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
0159  CA 7E 01             JZ HALL
015C  2A 20 80             LHLD HERE
015F  44                   MOV B,H
0160  4D                   MOV C,L
0161  CD 8A 01             CALL HGO
0164  CA 78 01             JZ HNONE        ; no piece to hop over
0167  CD 8A 01             CALL HGO
016A  C2 78 01             JNZ HNONE       ; no room to land
016D  CD 99 01             CALL HBIT
0170  24                   INR H           ; free: the same byte of REACH
0171  B6                   ORA M
0172  BE                   CMP M
0173  CA 78 01             JZ HNONE        ; already reached
0176  77                   MOV M,A
0177  C5                   PUSH B          ; push it
0178  2A 22 80     HNONE:  LHLD NEXT
017B  C3 50 01             JMP HDIR
017E  C1           HALL:   POP B           ; all directions done
017F  78                   MOV A,B
0180  3C                   INR A
0181  C2 48 01             JNZ HFROM
0184  D1                   POP D
0185  E1                   POP H
0186  7E                   MOV A,M
0187  AA                   XRA D
0188  77                   MOV M,A         ; the starting square is not a move
0189  C9                   RET
; Moves one step. Z if that square is on the board and empty.
018A  78           HGO:    MOV A,B
018B  82                   ADD D
018C  47                   MOV B,A
018D  79                   MOV A,C
018E  83                   ADD E
018F  4F                   MOV C,A
0190  B0                   ORA B
0191  E6 F0                ANI 0F0H        ; below 0 or above 15
0193  C0                   RNZ
0194  CD 99 01             CALL HBIT
0197  A6                   ANA M
0198  C9                   RET
; HL = address in OCC of row B and column C, A = mask of the bit.
0199  79           HBIT:   MOV A,C
019A  E6 07                ANI 7
019C  21 12 01             LXI H,BITS
019F  85                   ADD L
01A0  6F                   MOV L,A         ; the table lies within a page
01A1  79                   MOV A,C
01A2  C6 F8                ADI 0F8H        ; carry: right half of the row
01A4  78                   MOV A,B
01A5  17                   RAL             ; 2 x row + half
01A6  66                   MOV H,M
01A7  6F                   MOV L,A
01A8  7C                   MOV A,H
01A9  26 80                MVI H,HIGH OCC
01AB  C9                   RET
