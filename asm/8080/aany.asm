;! routine: AANY
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, A = side
;! out: CY = any
;! clobbers: A, B, C, D, E, H, L, F, (FREE:36)
;! oracle: ataxx_any
;! at: ROW: B = left, HL = row
;! invariant: 1 <= left <= 7 and row = FREE + 14 - 2 * left
;! invariant: all(r in 0..7: r + left >= 7 or not any(c in 0..7: (word(board[2 * r], board[2 * r + 1]) >> 2 * c & 3) = side + 1 and any(s in 0..7: any(d in 0..7: abs(r - s) <= 2 and abs(c - d) <= 2 and (word(board[2 * s], board[2 * s + 1]) >> 2 * d & 3) = 0))))
;! decreases: left
;! remaining: 536, 928 * left + 14
;! bytes: 129
;! cycles: 2897-8871
;! title: Tests whether a side can move
; A move goes to a free square at most two rows and two columns away. The routine first
; marks the free squares and the stones of the side, a bit pair 01 for each, with two
; empty rows before and after the free ones. Then it compares the stones of each row with
; the free squares of five rows combined, shifted by up to two columns to either side.
FREE    EQU  8000H      ; 2 + 7 + 2 words, then 7 words of stones
0100  3D           AANY:   DCR  A
0101  EE 55                XRI  55H        ; AAH for x, 55H for o: turns its stones into 11
0103  E5                   PUSH H
0104  F5                   PUSH PSW
0105  EB                   XCHG
0106  21 00 80             LXI  H,FREE
0109  CD 77 01             CALL EMPTY
010C  0E FF                MVI  C,0FFH     ; turns free squares into 11
010E  CD 66 01             CALL NOTE
0111  CD 77 01             CALL EMPTY
0114  F1                   POP  PSW
0115  4F                   MOV  C,A
0116  D1                   POP  D
0117  CD 66 01             CALL NOTE
011A  21 00 80             LXI  H,FREE
011D  06 07                MVI  B,7
011F  C5           ROW:    PUSH B
0120  E5                   PUSH H
0121  11 00 00             LXI  D,0
0124  06 05                MVI  B,5
0126  7E           FIVE:   MOV  A,M        ; five rows of free squares
0127  B3                   ORA  E
0128  5F                   MOV  E,A
0129  23                   INX  H
012A  7E                   MOV  A,M
012B  B2                   ORA  D
012C  57                   MOV  D,A
012D  23                   INX  H
012E  05                   DCR  B
012F  C2 26 01             JNZ  FIVE
0132  7A                   MOV  A,D        ; minus the unused cells
0133  E6 15                ANI  15H
0135  57                   MOV  D,A
0136  01 0C 00             LXI  B,12       ; the stones of the middle row
0139  09                   DAD  B
013A  7E                   MOV  A,M
013B  23                   INX  H
013C  66                   MOV  H,M
013D  6F                   MOV  L,A
013E  E5                   PUSH H
013F  D5                   PUSH D
0140  CD 57 01             CALL MEET       ; stones left of free squares
0143  E1                   POP  H
0144  D1                   POP  D
0145  CC 57 01             CZ   MEET       ; and free squares left of stones
0148  E1                   POP  H
0149  23                   INX  H
014A  23                   INX  H
014B  C1                   POP  B
014C  C2 55 01             JNZ  YES
014F  05                   DCR  B
0150  C2 1F 01             JNZ  ROW
0153  A7                   ANA  A
0154  C9                   RET
0155  37           YES:    STC
0156  C9                   RET
; Tests whether a cell of HL is in DE, or up to two columns before one. NZ if so.
0157  0E 03        MEET:   MVI  C,3
0159  7C           MEET1:  MOV  A,H
015A  A2                   ANA  D
015B  C0                   RNZ
015C  7D                   MOV  A,L
015D  A3                   ANA  E
015E  C0                   RNZ
015F  29                   DAD  H          ; next column
0160  29                   DAD  H
0161  0D                   DCR  C
0162  C2 59 01             JNZ  MEET1
0165  C9                   RET
; Marks the cells of the board DE that XOR with C turns into 11.
0166  06 0E        NOTE:   MVI  B,14
0168  1A           NOTE1:  LDAX D
0169  A9                   XRA  C
016A  77                   MOV  M,A
016B  0F                   RRC
016C  A6                   ANA  M
016D  E6 55                ANI  55H
016F  77                   MOV  M,A
0170  13                   INX  D
0171  23                   INX  H
0172  05                   DCR  B
0173  C2 68 01             JNZ  NOTE1
0176  C9                   RET
; Two empty rows.
0177  AF           EMPTY:  XRA  A
0178  06 04                MVI  B,4
017A  77           EMPTY1: MOV  M,A
017B  23                   INX  H
017C  05                   DCR  B
017D  C2 7A 01             JNZ  EMPTY1
0180  C9                   RET
