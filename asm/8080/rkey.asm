;! routine: RKEY
;! cpu: 8080
;! org: 0100H
;! in: A = letter, HL -> board
;! out: HL -> board, CY = refused
;! clobbers: A, B, C, D, E, F
;! oracle: rotate_key
;! bytes: 59
;! cycles: 242-665
;! title: ROTATE's regular move by its letter, as the player types it
; If the letter is missing or in the last column or the bottom row: carry, and the
; board is unchanged.
0100  CD 27 01     RKEY:   CALL RFIND
0103  D8                   RC
; Falls through to the turn.
0104  FE 0C        RTURN:  CPI 12          ; bottom row: no group
0106  3F                   CMC
0107  D8                   RC
0108  4F                   MOV C,A
0109  E6 03                ANI 3           ; last column: no group
010B  37                   STC
010C  C8                   RZ
010D  E5                   PUSH H
010E  06 00                MVI B,0
0110  09                   DAD B           ; position 1 is byte 0, so this is p+1
0111  46                   MOV B,M         ; B = upper right
0112  2B                   DCX H
0113  7E                   MOV A,M         ; upper left
0114  23                   INX H
0115  77                   MOV M,A         ; moves right
0116  11 04 00             LXI D,4
0119  19                   DAD D
011A  7E                   MOV A,M         ; lower right
011B  70                   MOV M,B         ; upper right moves down
011C  2B                   DCX H
011D  46                   MOV B,M         ; B = lower left
011E  77                   MOV M,A         ; lower right moves left
011F  11 FC FF             LXI D,-4
0122  19                   DAD D
0123  70                   MOV M,B         ; lower left moves up
0124  E1                   POP H
0125  B7                   ORA A           ; no carry: done
0126  C9                   RET
; Finds the letter: A = its position, or carry.
0127  E5           RFIND:  PUSH H
0128  06 10                MVI B,16        ; positions left
012A  BE           RLOOK:  CMP M
012B  CA 36 01             JZ RFOUND
012E  23                   INX H
012F  05                   DCR B
0130  C2 2A 01             JNZ RLOOK
0133  E1                   POP H
0134  37                   STC
0135  C9                   RET
0136  E1           RFOUND: POP H
0137  3E 11                MVI A,17
0139  90                   SUB B           ; B is 16 at position 1; no borrow
013A  C9                   RET
