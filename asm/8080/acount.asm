;! routine: ACOUNT
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: B = x, D = o, A = free
;! clobbers: C, E, F
;! oracle: ataxx_count
;! bytes: 59
;! cycles: 5432
;! title: Counts stones and free squares
; XOR with AAH turns each cell of x into 11, with 55H each of o, with FFH each free
; one. Adding halves counts them in a byte. The unused cell of each row counts as
; free, so the total is reduced by 7.
0100  0E AA        ACOUNT: MVI  C,0AAH
0102  CD 16 01             CALL KIND
0105  F5                   PUSH PSW
0106  0E 55                MVI  C,55H
0108  CD 16 01             CALL KIND
010B  F5                   PUSH PSW
010C  0E FF                MVI  C,0FFH
010E  CD 16 01             CALL KIND
0111  D6 07                SUI  7
0113  D1                   POP  D          ; D = o
0114  C1                   POP  B          ; B = x
0115  C9                   RET
; A = number of cells of the board that XOR with C turns into 11.
0116  E5           KIND:   PUSH H
0117  06 0E                MVI  B,14
0119  1E 00                MVI  E,0
011B  7E           NEXT:   MOV  A,M
011C  A9                   XRA  C
011D  57                   MOV  D,A
011E  0F                   RRC
011F  A2                   ANA  D
0120  E6 55                ANI  55H        ; 01 for each
0122  57                   MOV  D,A
0123  E6 44                ANI  44H
0125  0F                   RRC
0126  0F                   RRC
0127  82                   ADD  D
0128  E6 33                ANI  33H        ; the count of each pair
012A  57                   MOV  D,A
012B  0F                   RRC
012C  0F                   RRC
012D  0F                   RRC
012E  0F                   RRC
012F  82                   ADD  D
0130  E6 07                ANI  7          ; of both
0132  83                   ADD  E
0133  5F                   MOV  E,A
0134  23                   INX  H
0135  05                   DCR  B
0136  C2 1B 01             JNZ  NEXT
0139  E1                   POP  H
013A  C9                   RET
