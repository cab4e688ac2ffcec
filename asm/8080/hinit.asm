;! routine: HINIT
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: halma_init
;! bytes: 131
;! cycles: 19944-20451
;! title: board_init: puts Halma's 38 pieces in their camps
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's. Black's camp is
; White's after a half turn: 255 - square.
0100  E5           HINIT:  PUSH H
0101  06 40                MVI B,64
0103  AF                   XRA A
0104  77           HCLEAR: MOV M,A         ; both sets empty
0105  23                   INX H
0106  05                   DCR B
0107  C2 04 01             JNZ HCLEAR
010A  E1                   POP H
010B  01 12 00             LXI B,18        ; B = White, C = the last piece
010E  EB           HNEXT:  XCHG
010F  21 28 01             LXI H,HCAMP
0112  09                   DAD B
0113  7E                   MOV A,M
0114  EB                   XCHG
0115  C5                   PUSH B
0116  F5                   PUSH PSW
0117  CD 3B 01             CALL HADD
011A  F1                   POP PSW
011B  C1                   POP B
011C  C5                   PUSH B
011D  2F                   CMA             ; 255 - square
011E  04                   INR B           ; Black
011F  CD 3B 01             CALL HADD
0122  C1                   POP B
0123  0D                   DCR C
0124  F2 0E 01             JP HNEXT
0127  C9                   RET
0128  00 01 02 03  HCAMP:  DB 0,1,2,3,4,16,17,18,19,20,32,33,34,35,48,49,50,64,65
012C  04 10 11 12 13 14 20 21
0134  22 23 30 31 32 40 41
; add_piece: puts piece C of color B on square A.
013B  E5           HADD:   PUSH H
013C  5F                   MOV E,A
013D  CD 5C 01             CALL HSLOT
0140  73                   MOV M,E         ; the list
0141  E1                   POP H
0142  E5                   PUSH H
0143  7B                   MOV A,E
0144  CD 6B 01             CALL HBIT
0147  4F                   MOV C,A         ; C = its bit
0148  B6                   ORA M
0149  77                   MOV M,A         ; occupied
014A  11 20 00             LXI D,32
014D  19                   DAD D           ; the same byte of color
014E  05                   DCR B
014F  79                   MOV A,C
0150  CA 58 01             JZ HBLACK
0153  2F                   CMA             ; White: clear the bit
0154  A6                   ANA M
0155  C3 59 01             JMP HCOL
0158  B6           HBLACK: ORA M
0159  77           HCOL:   MOV M,A
015A  E1                   POP H
015B  C9                   RET
; HL = address of the list entry for piece C of color B.
015C  3E 40        HSLOT:  MVI A,64
015E  05                   DCR B
015F  04                   INR B           ; Z if White
0160  CA 65 01             JZ HLIST
0163  3E 53                MVI A,64+19
0165  81           HLIST:  ADD C
0166  85                   ADD L
0167  6F                   MOV L,A
0168  D0                   RNC
0169  24                   INR H
016A  C9                   RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
016B  57           HBIT:   MOV D,A
016C  0F                   RRC
016D  0F                   RRC
016E  0F                   RRC
016F  E6 1F                ANI 1FH         ; element div 8
0171  85                   ADD L
0172  6F                   MOV L,A
0173  D2 77 01             JNC HPAGE
0176  24                   INR H
0177  7A           HPAGE:  MOV A,D
0178  E6 07                ANI 7
017A  57                   MOV D,A         ; element mod 8
017B  3E 80                MVI A,80H
017D  07           HTURN:  RLC             ; once for bit 0
017E  15                   DCR D
017F  F2 7D 01             JP HTURN
0182  C9                   RET
