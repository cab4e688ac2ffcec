;! routine: TBIT
;! cpu: 8080
;! org: 0100H
;! in: HL = table, DE = board
;! out: HL = address, A = mask
;! clobbers: F
;! ensures: address = (table + board mod 8192) mod 65536
;! ensures: mask = 1 << (board >> 13 & 7)
;! bytes: 24
;! cycles: 134-267
;! title: Finds the bit of a 4x4 board in a table of outcomes
; The table has 8192 bytes. Board b, as a word, has bit b / 8192 of byte b mod 8192.
0100  D5           TBIT:   PUSH D
0101  7A                   MOV A,D
0102  E6 1F                ANI 1FH
0104  57                   MOV D,A
0105  19                   DAD D
0106  D1                   POP D
0107  7A                   MOV A,D
0108  07                   RLC
0109  07                   RLC
010A  07                   RLC
010B  E6 07                ANI 7
010D  C5                   PUSH B
010E  47                   MOV B,A
010F  3E 80                MVI A,80H
0111  07           TSHIFT: RLC             ; once for bit 0
0112  05                   DCR B
0113  F2 11 01             JP TSHIFT
0116  C1                   POP B
0117  C9                   RET
