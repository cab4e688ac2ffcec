;! routine: TTAKE
;! cpu: 8080
;! org: 0100H
;! in: A = number, HL = board
;! out: HL = board, CY = refused
;! clobbers: A, B, C, D, E, F
;! oracle: f2_take
;! bytes: 166
;! cycles: 22-166
;! title: Makes a move on the 4x4 board
; Figure 2. The 64 moves are numbered: the runs of each row, then the runs of two or
; more of each column. A move is a mask; the board must have all its counters. A
; number above 63 or an illegal move is refused: carry, and the board is unchanged.
0100  FE 40        TTAKE:  CPI 64
0102  3F                   CMC
0103  D8                   RC              ; not a move
0104  EB                   XCHG            ; DE = board
0105  87                   ADD A           ; two bytes for each mask
0106  4F                   MOV C,A
0107  06 00                MVI B,0
0109  21 26 01             LXI H,MASKS
010C  09                   DAD B
010D  7B                   MOV A,E         ; counters missing in byte 1
010E  2F                   CMA
010F  A6                   ANA M
0110  C2 23 01             JNZ NO
0113  23                   INX H
0114  7A                   MOV A,D         ; and in byte 2
0115  2F                   CMA
0116  A6                   ANA M
0117  C2 23 01             JNZ NO
011A  7A                   MOV A,D         ; all present: remove them
011B  AE                   XRA M
011C  57                   MOV D,A
011D  2B                   DCX H
011E  7B                   MOV A,E
011F  AE                   XRA M           ; carry clear
0120  5F                   MOV E,A
0121  EB                   XCHG
0122  C9                   RET
0123  EB           NO:     XCHG
0124  37                   STC
0125  C9                   RET
0126  00 01 00 03  MASKS:  DW 0100H,0300H,8300H,9300H     ; 00, 00-01, 00-02, 00-03
012A  00 83 00 93
012E  00 02 00 82          DW 0200H,8200H,9200H,8000H     ; 01, 01-02, 01-03, 02
0132  00 92 00 80
0136  00 90 00 10          DW 9000H,1000H,0800H,0C00H     ; 02-03, 03, 10, 10-11
013A  00 08 00 0C
013E  00 4C 00 6C          DW 4C00H,6C00H,0400H,4400H     ; 10-12, 10-13, 11, 11-12
0142  00 04 00 44
0146  00 64 00 40          DW 6400H,4000H,6000H,2000H     ; 11-13, 12, 12-13, 13
014A  00 60 00 20
014E  20 00 60 00          DW 0020H,0060H,0064H,006CH     ; 20, 20-21, 20-22, 20-23
0152  64 00 6C 00
0156  40 00 44 00          DW 0040H,0044H,004CH,0004H     ; 21, 21-22, 21-23, 22
015A  4C 00 04 00
015E  0C 00 08 00          DW 000CH,0008H,0010H,0090H     ; 22-23, 23, 30, 30-31
0162  10 00 90 00
0166  92 00 93 00          DW 0092H,0093H,0080H,0082H     ; 30-32, 30-33, 31, 31-32
016A  80 00 82 00
016E  83 00 02 00          DW 0083H,0002H,0003H,0001H     ; 31-33, 32, 32-33, 33
0172  03 00 01 00
0176  00 09 20 09          DW 0900H,0920H,0930H,0820H     ; 00-10, 00-20, 00-30, 10-20
017A  30 09 20 08
017E  30 08 30 00          DW 0830H,0030H,0600H,0640H     ; 10-30, 20-30, 01-11, 01-21
0182  00 06 40 06
0186  C0 06 40 04          DW 06C0H,0440H,04C0H,00C0H     ; 01-31, 11-21, 11-31, 21-31
018A  C0 04 C0 00
018E  00 C0 04 C0          DW 0C000H,0C004H,0C006H,4004H  ; 02-12, 02-22, 02-32, 12-22
0192  06 C0 04 40
0196  06 40 06 00          DW 4006H,0006H,3000H,3008H     ; 12-32, 22-32, 03-13, 03-23
019A  00 30 08 30
019E  09 30 08 20          DW 3009H,2008H,2009H,0009H     ; 03-33, 13-23, 13-33, 23-33
01A2  09 20 09 00
