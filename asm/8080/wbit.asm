;! routine: WBIT
;! cpu: 8080
;! org: 0100H
;! in: A = square
;! out: A = bit, C = byte, B = mask
;! clobbers: D, E, H, L, F
;! oracle: w_bit
;! bytes: 99
;! cycles: 132
;! title: Returns the bit of a square in the W system
; Square = 8 * row + column, from the top: a8 is 0, h1 is 63. Bit n is bit n MOD 8 of
; byte n / 8 of a board; the mask selects it.
0100  5F           WBIT:   MOV E,A
0101  16 00                MVI D,0
0103  21 23 01             LXI H,BITS
0106  19                   DAD D
0107  4E                   MOV C,M         ; the bit
0108  79                   MOV A,C
0109  E6 07                ANI 7
010B  5F                   MOV E,A
010C  21 1B 01             LXI H,POWERS
010F  19                   DAD D
0110  46                   MOV B,M         ; the mask
0111  79                   MOV A,C
0112  0F                   RRC
0113  0F                   RRC
0114  0F                   RRC
0115  E6 07                ANI 7
0117  5F                   MOV E,A         ; the byte
0118  79                   MOV A,C
0119  4B                   MOV C,E
011A  C9                   RET
011B  01 02 04 08  POWERS: DB 1,2,4,8,16,32,64,128
011F  10 20 40 80
; The bits of the squares, a8 to h1.
0123               BITS:
0123  3F 17 16 15          DB 63,23,22,21,0,1,2,60
0127  00 01 02 3C
012B  0B 26 10 38          DB 11,38,16,56,29,19,50,35
012F  1D 13 32 23
0133  0A 37 25 0F          DB 10,55,37,15,18,49,28,34
0137  12 31 1C 22
013B  09 11 36 24          DB 9,17,54,36,48,27,20,33
013F  30 1B 14 21
0143  39 2C 33 18          DB 57,44,51,24,12,30,41,3
0147  0C 1E 29 03
014B  3A 34 19 2A          DB 58,52,25,42,39,13,31,4
014F  27 0D 1F 04
0153  3B 1A 2B 35          DB 59,26,43,53,32,40,14,5
0157  20 28 0E 05
015B  3E 08 07 06          DB 62,8,7,6,45,46,47,61
015F  2D 2E 2F 3D
