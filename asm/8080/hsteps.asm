;! routine: HSTEPS
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> occupied
;! out: (REACH) = reach
;! clobbers: A, B, C, D, E, H, L, F, (SET:2), (NEXT:2)
;! oracle: halma_steps
;! bytes: 120
;! cycles: 2700-3649
;! title: Finds the empty squares that a Halma piece can step to
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte
; 2 x row + column div 8.
REACH   EQU 8100H       ; where it can step
SET     EQU 8020H       ; the address of the occupied squares
NEXT    EQU 8022H       ; the next direction
0100  22 20 80     HSTEPS: SHLD SET
0103  4F                   MOV C,A
0104  0F                   RRC
0105  0F                   RRC
0106  0F                   RRC
0107  0F                   RRC
0108  E6 0F                ANI 15
010A  47                   MOV B,A         ; B = row
010B  79                   MOV A,C
010C  E6 0F                ANI 15
010E  4F                   MOV C,A         ; C = column
010F  21 00 81             LXI H,REACH
0112  16 20                MVI D,32
0114  36 00        HCLEAR: MVI M,0
0116  23                   INX H
0117  15                   DCR D
0118  C2 14 01             JNZ HCLEAR
011B  21 5E 01             LXI H,DIRS
011E  56           HDIR:   MOV D,M         ; rows
011F  23                   INX H
0120  5E                   MOV E,M         ; columns
0121  23                   INX H
0122  22 22 80             SHLD NEXT
0125  7A                   MOV A,D
0126  B3                   ORA E
0127  C8                   RZ              ; all directions done
0128  C5                   PUSH B
0129  78                   MOV A,B
012A  82                   ADD D
012B  47                   MOV B,A
012C  79                   MOV A,C
012D  83                   ADD E
012E  4F                   MOV C,A
012F  B0                   ORA B
0130  E6 F0                ANI 0F0H        ; below 0 or above 15
0132  C2 57 01             JNZ HNONE
0135  79                   MOV A,C
0136  C6 F8                ADI 0F8H        ; carry: right half of the row
0138  78                   MOV A,B
0139  17                   RAL
013A  5F                   MOV E,A         ; DE = 2 x row + half
013B  16 00                MVI D,0
013D  21 70 01             LXI H,BITS
0140  79                   MOV A,C
0141  E6 07                ANI 7
0143  4F                   MOV C,A
0144  42                   MOV B,D
0145  09                   DAD B
0146  46                   MOV B,M         ; B = the bit
0147  2A 20 80             LHLD SET
014A  19                   DAD D
014B  7E                   MOV A,M
014C  A0                   ANA B
014D  C2 57 01             JNZ HNONE       ; occupied
0150  21 00 81             LXI H,REACH
0153  19                   DAD D
0154  7E                   MOV A,M
0155  B0                   ORA B
0156  77                   MOV M,A
0157  C1           HNONE:  POP B
0158  2A 22 80             LHLD NEXT
015B  C3 1E 01             JMP HDIR
015E  FF FF FF 00  DIRS:   DB -1,-1, -1,0, -1,1, 0,-1, 0,1, 1,-1, 1,0, 1,1, 0,0
0162  FF 01 00 FF 00 01 01 FF
016A  01 00 01 01 00 00
0170  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0174  10 20 40 80
