;! routine: WTURN
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: w_turn
;! bytes: 95
;! cycles: 995
;! title: Turns a chess board in the W system by a quarter turn clockwise
; The 64 bits of the W system form three rings, which a quarter turn rotates:
;   bits 0-11    the primed half edges           up 3
;   bits 12-59   all others except the corners   up 12, which is 3 nibbles
;   bits 60-63   the corners                     up 1
; The ring of 48 begins in the middle of byte 1 and ends in the middle of byte 7.
; Those two halves form one byte, the seam; then six whole bytes rotate.
0100  E5           WTURN:  PUSH H
0101  5E                   MOV E,M
0102  23                   INX H
0103  56                   MOV D,M         ; DE = bytes 0 and 1
0104  E5                   PUSH H          ; -> byte 1
0105  7A                   MOV A,D
0106  E6 0F                ANI 0FH
0108  67                   MOV H,A
0109  6B                   MOV L,E         ; the ring of 12
010A  29                   DAD H
010B  29                   DAD H
010C  29                   DAD H           ; up 3; the bits shifted out are in bits 12-14
010D  7C                   MOV A,H
010E  0F                   RRC
010F  0F                   RRC
0110  0F                   RRC
0111  0F                   RRC
0112  E6 07                ANI 7
0114  B5                   ORA L
0115  5F                   MOV E,A         ; E = new byte 0
0116  7C                   MOV A,H
0117  E6 0F                ANI 0FH
0119  4F                   MOV C,A         ; C = new low nibble of byte 1
011A  E1                   POP H
011B  2B                   DCX H
011C  73                   MOV M,E
011D  59                   MOV E,C
011E  23                   INX H
011F  E5                   PUSH H          ; -> byte 1
0120  01 06 00             LXI B,6
0123  09                   DAD B           ; -> byte 7
0124  7A                   MOV A,D
0125  AE                   XRA M
0126  E6 F0                ANI 0F0H
0128  AE                   XRA M
0129  57                   MOV D,A         ; D = the seam: nibble 3 high, nibble 14 low
012A  2B                   DCX H
012B  4E                   MOV C,M
012C  2B                   DCX H
012D  46                   MOV B,M         ; the two bytes below the seam: 5 and 6
012E  CD 53 01             CALL WSTEP
0131  57                   MOV D,A         ; D = the seam turned
0132  23                   INX H
0133  23                   INX H           ; -> byte 7
0134  7E                   MOV A,M
0135  E6 F0                ANI 0F0H        ; the corners
0137  07                   RLC             ; up 1; bit 7 is now in bit 0
0138  C6 0F                ADI 0FH         ; which carries into bit 4
013A  AA                   XRA D
013B  E6 F0                ANI 0F0H
013D  AA                   XRA D           ; below them nibble 14
013E  77                   MOV M,A
013F  E1                   POP H           ; -> byte 1
0140  7A                   MOV A,D
0141  E6 F0                ANI 0F0H        ; nibble 3
0143  B3                   ORA E
0144  77                   MOV M,A
0145  1E 05                MVI E,5         ; bytes 2 to 6
0147  23           WLOOP:  INX H
0148  56                   MOV D,M
0149  CD 53 01             CALL WSTEP
014C  77                   MOV M,A
014D  1D                   DCR E
014E  C2 47 01             JNZ WLOOP
0151  E1                   POP H
0152  C9                   RET
; A = the ring's byte two places up: low nibble of C, high nibble of B. B, C become C, D.
0153  78           WSTEP:  MOV A,B
0154  A9                   XRA C
0155  E6 F0                ANI 0F0H
0157  A9                   XRA C           ; high nibble of B, low nibble of C
0158  0F                   RRC
0159  0F                   RRC
015A  0F                   RRC
015B  0F                   RRC             ; exchange them
015C  41                   MOV B,C
015D  4A                   MOV C,D
015E  C9                   RET
