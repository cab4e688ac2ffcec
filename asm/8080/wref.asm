;! routine: WREF
;! cpu: 8080
;! org: 0100H
;! in: A = axis, HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F, (OLD:8)
;! oracle: w_reflect
;! bytes: 280
;! cycles: 5051-8210
;! title: Reflects a chess board in the W system
; Axis 0 is the diagonal from the upper left, 1 vertical, 2 the diagonal from the
; lower left, 3 horizontal: each is the reflection about the first diagonal followed
; by that many quarter turns. The reflection exchanges groups of three bits at
; arbitrary positions, so a table gives the origin of each bit.
OLD     EQU 8000H       ; at the beginning of a page
0100  F5           WREF:   PUSH PSW
0101  E5                   PUSH H
0102  E5                   PUSH H
0103  11 00 80             LXI D,OLD       ; D is preserved
0106  7E           WCOPY:  MOV A,M
0107  12                   STAX D
0108  23                   INX H
0109  1C                   INR E
010A  7B                   MOV A,E
010B  FE 08                CPI 8
010D  C2 06 01             JNZ WCOPY
0110  21 98 01             LXI H,FLIP
0113  0E 80        WBYTE:  MVI C,80H       ; its bit leaves after eight others entered
0115  5E           WONE:   MOV E,M
0116  23                   INX H
0117  1A                   LDAX D          ; a byte of the old board
0118  A6                   ANA M           ; one of its bits
0119  23                   INX H
011A  C6 FF                ADI 0FFH        ; carry if it is set
011C  79                   MOV A,C
011D  1F                   RAR
011E  4F                   MOV C,A
011F  D2 15 01             JNC WONE
0122  E3                   XTHL
0123  71                   MOV M,C
0124  23                   INX H
0125  E3                   XTHL
0126  7D                   MOV A,L
0127  FE 18                CPI LOW FLIPEND
0129  C2 13 01             JNZ WBYTE
012C  E1                   POP H
012D  E1                   POP H           ; -> the board
012E  F1                   POP PSW
012F  3D           WMORE:  DCR A
0130  F8                   RM
0131  F5                   PUSH PSW
0132  CD 39 01             CALL WTURN
0135  F1                   POP PSW
0136  C3 2F 01             JMP WMORE
; Makes a quarter turn; see WTURN.
0139  E5           WTURN:  PUSH H
013A  5E                   MOV E,M
013B  23                   INX H
013C  56                   MOV D,M         ; DE = bytes 0 and 1
013D  E5                   PUSH H          ; -> byte 1
013E  7A                   MOV A,D
013F  E6 0F                ANI 0FH
0141  67                   MOV H,A
0142  6B                   MOV L,E         ; the ring of 12
0143  29                   DAD H
0144  29                   DAD H
0145  29                   DAD H           ; up 3; the bits shifted out are in bits 12-14
0146  7C                   MOV A,H
0147  0F                   RRC
0148  0F                   RRC
0149  0F                   RRC
014A  0F                   RRC
014B  E6 07                ANI 7
014D  B5                   ORA L
014E  5F                   MOV E,A         ; E = new byte 0
014F  7C                   MOV A,H
0150  E6 0F                ANI 0FH
0152  4F                   MOV C,A         ; C = new low nibble of byte 1
0153  E1                   POP H
0154  2B                   DCX H
0155  73                   MOV M,E
0156  59                   MOV E,C
0157  23                   INX H
0158  E5                   PUSH H          ; -> byte 1
0159  01 06 00             LXI B,6
015C  09                   DAD B           ; -> byte 7
015D  7A                   MOV A,D
015E  AE                   XRA M
015F  E6 F0                ANI 0F0H
0161  AE                   XRA M
0162  57                   MOV D,A         ; D = the seam: nibble 3 high, nibble 14 low
0163  2B                   DCX H
0164  4E                   MOV C,M
0165  2B                   DCX H
0166  46                   MOV B,M         ; the two bytes below the seam: 5 and 6
0167  CD 8C 01             CALL WSTEP
016A  57                   MOV D,A         ; D = the seam turned
016B  23                   INX H
016C  23                   INX H           ; -> byte 7
016D  7E                   MOV A,M
016E  E6 F0                ANI 0F0H        ; the corners
0170  07                   RLC             ; up 1; bit 7 is now in bit 0
0171  C6 0F                ADI 0FH         ; which carries into bit 4
0173  AA                   XRA D
0174  E6 F0                ANI 0F0H
0176  AA                   XRA D           ; below them nibble 14
0177  77                   MOV M,A
0178  E1                   POP H           ; -> byte 1
0179  7A                   MOV A,D
017A  E6 F0                ANI 0F0H        ; nibble 3
017C  B3                   ORA E
017D  77                   MOV M,A
017E  1E 05                MVI E,5         ; bytes 2 to 6
0180  23           WLOOP:  INX H
0181  56                   MOV D,M
0182  CD 8C 01             CALL WSTEP
0185  77                   MOV M,A
0186  1D                   DCR E
0187  C2 80 01             JNZ WLOOP
018A  E1                   POP H
018B  C9                   RET
; A = the ring's byte two places up: low nibble of C, high nibble of B. B, C become C, D.
018C  78           WSTEP:  MOV A,B
018D  A9                   XRA C
018E  E6 F0                ANI 0F0H
0190  A9                   XRA C           ; high nibble of B, low nibble of C
0191  0F                   RRC
0192  0F                   RRC
0193  0F                   RRC
0194  0F                   RRC             ; exchange them
0195  41                   MOV B,C
0196  4A                   MOV C,D
0197  C9                   RET
; For each bit of the reflected board, 0 to 63: byte and bit of the board.
0198               FLIP:
0198  07 02 07 04          DB 7,02H,  7,04H,  7,08H,  5,20H
019C  07 08 05 20
01A0  05 40 05 80          DB 5,40H,  5,80H,  4,02H,  4,04H
01A4  04 02 04 04
01A8  04 08 02 20          DB 4,08H,  2,20H,  2,40H,  2,80H
01AC  02 40 02 80
01B0  01 10 01 20          DB 1,10H,  1,20H,  1,40H,  6,40H
01B4  01 40 06 40
01B8  06 80 07 01          DB 6,80H,  7,01H,  6,08H,  6,10H
01BC  06 08 06 10
01C0  06 20 01 02          DB 6,20H,  1,02H,  1,04H,  1,08H
01C4  01 04 01 08
01C8  06 01 06 02          DB 6,01H,  6,02H,  6,04H,  5,04H
01CC  06 04 05 04
01D0  05 08 05 10          DB 5,08H,  5,10H,  4,80H,  5,01H
01D4  04 80 05 01
01D8  05 02 00 40          DB 5,02H,  0,40H,  0,80H,  1,01H
01DC  00 80 01 01
01E0  04 10 04 20          DB 4,10H,  4,20H,  4,40H,  3,40H
01E4  04 40 03 40
01E8  03 80 04 01          DB 3,80H,  4,01H,  3,08H,  3,10H
01EC  03 08 03 10
01F0  03 20 00 08          DB 3,20H,  0,08H,  0,10H,  0,20H
01F4  00 10 00 20
01F8  03 01 03 02          DB 3,01H,  3,02H,  3,04H,  2,04H
01FC  03 04 02 04
0200  02 08 02 10          DB 2,08H,  2,10H,  1,80H,  2,01H
0204  01 80 02 01
0208  02 02 00 01          DB 2,02H,  0,01H,  0,02H,  0,04H
020C  00 02 00 04
0210  07 40 07 20          DB 7,40H,  7,20H,  7,10H,  7,80H
0214  07 10 07 80
0218               FLIPEND:
