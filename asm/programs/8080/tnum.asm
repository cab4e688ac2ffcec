;! routine: TNUM
;! cpu: 8080
;! org: 0100H
;! in: B = first, C = last
;! out: A = number, CY = refused
;! clobbers: B, C, D, E, H, L, F
;! ensures: refused = (not ((first | last) & 0CCH = 0 and (first / 16 = last / 16 or first mod 16 = last mod 16)))
;! ensures: refused implies number = 255
;! ensures: not refused and first / 16 = last / 16 implies (let a = min(first mod 16, last mod 16) in number = 10 * (first / 16) + a * (9 - a) / 2 + max(first mod 16, last mod 16) - a)
;! ensures: not refused and first / 16 <> last / 16 implies (let a = min(first / 16, last / 16) in number = 39 + 6 * (first mod 16) + a * (7 - a) / 2 + max(first / 16, last / 16) - a)
;! bytes: 96
;! cycles: 47-332
;! title: Finds the number of a move on the 4x4 board
; A move is given by its end squares, in either order: 16 * row + column, both from 0.
; The moves are numbered: the runs of each row, then the runs of two or more of each
; column. Squares that are not on the board or not in a line are refused: 255 and carry.
0100  78           TNUM:   MOV A,B
0101  B1                   ORA C
0102  E6 CC                ANI 0CCH        ; rows and columns are 0 to 3
0104  C2 4E 01             JNZ TNONE
0107  78                   MOV A,B
0108  B9                   CMP C
0109  DA 0E 01             JC TORDER
010C  41                   MOV B,C         ; exchange
010D  4F                   MOV C,A
010E  78           TORDER: MOV A,B
010F  A9                   XRA C
0110  57                   MOV D,A         ; what differs
0111  E6 F0                ANI 0F0H
0113  CA 33 01             JZ TROW
0116  7A                   MOV A,D
0117  E6 0F                ANI 0FH
0119  C2 4E 01             JNZ TNONE       ; row and column
011C  78                   MOV A,B         ; a column: 6 * column + last row + 39, 41 or 42
011D  E6 03                ANI 3
011F  87                   ADD A
0120  57                   MOV D,A
0121  87                   ADD A
0122  82                   ADD D
0123  57                   MOV D,A
0124  79                   MOV A,C
0125  CD 52 01             CALL THIGH
0128  82                   ADD D
0129  57                   MOV D,A
012A  78                   MOV A,B
012B  CD 52 01             CALL THIGH
012E  C6 04                ADI 4           ; the second part of the table
0130  C3 44 01             JMP TSUM
0133  78           TROW:   MOV A,B         ; a row: 10 * row + last column + 0, 3, 5 or 6
0134  E6 30                ANI 30H
0136  0F                   RRC             ; 8 * row
0137  57                   MOV D,A
0138  0F                   RRC
0139  0F                   RRC             ; 2 * row
013A  82                   ADD D
013B  57                   MOV D,A
013C  79                   MOV A,C
013D  E6 03                ANI 3
013F  82                   ADD D
0140  57                   MOV D,A
0141  78                   MOV A,B
0142  E6 03                ANI 3
0144  4F           TSUM:   MOV C,A
0145  06 00                MVI B,0
0147  21 59 01             LXI H,TBASES
014A  09                   DAD B
014B  7A                   MOV A,D
014C  86                   ADD M           ; below 64: no carry
014D  C9                   RET
014E  3E FF        TNONE:  MVI A,255
0150  37                   STC
0151  C9                   RET
0152  0F           THIGH:  RRC             ; the row of a square
0153  0F                   RRC
0154  0F                   RRC
0155  0F                   RRC
0156  E6 03                ANI 3
0158  C9                   RET
0159  00 03 05 06  TBASES: DB 0,3,5,6      ; by the first column, for rows
015D  27 29 2A             DB 39,41,42     ; by the first row, for columns
