;! routine: HTEST
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> board
;! out: A = content
;! clobbers: B, C, D, F
;! oracle: halma_test
;! bytes: 47
;! cycles: 166-358
;! title: Returns the content of a square: 0 empty, 1 White, 2 Black
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's.
0100  E5           HTEST:  PUSH H
0101  CD 17 01             CALL HBIT
0104  57                   MOV D,A
0105  A6                   ANA M
0106  CA 15 01             JZ HTOLD        ; empty: A = 0
0109  01 20 00             LXI B,32
010C  09                   DAD B           ; the same byte of color
010D  7A                   MOV A,D
010E  A6                   ANA M
010F  3E 01                MVI A,1
0111  CA 15 01             JZ HTOLD
0114  3C                   INR A
0115  E1           HTOLD:  POP H
0116  C9                   RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
0117  57           HBIT:   MOV D,A
0118  0F                   RRC
0119  0F                   RRC
011A  0F                   RRC
011B  E6 1F                ANI 1FH         ; element div 8
011D  85                   ADD L
011E  6F                   MOV L,A
011F  D2 23 01             JNC HPAGE
0122  24                   INR H
0123  7A           HPAGE:  MOV A,D
0124  E6 07                ANI 7
0126  57                   MOV D,A         ; element mod 8
0127  3E 80                MVI A,80H
0129  07           HTURN:  RLC             ; once for bit 0
012A  15                   DCR D
012B  F2 29 01             JP HTURN
012E  C9                   RET
