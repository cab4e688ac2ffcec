;! routine: WATT
;! cpu: 8080
;! org: 0100H
;! in: A = square, (BOARD) = occupied
;! out: (ATTACK) = attacked
;! clobbers: A, B, C, D, E, H, L, F, (BUF:11)
;! oracle: w_attacks
;! bytes: 48197     with the tables
;! cycles: 2166-5880
;! title: Finds the squares that a rook attacks, with the shared tables
; The key of the square is computed from its rays (WKEY) and indexes a table that up
; to four rotated squares share. An entry is the index of a set of attacked squares of
; the base square; the set is turned (WTURN) as often as the square is.
;   2900-4F47  the sets of the 16 base squares, 1225 of 8 bytes
;   5000-DFFF  18 index tables, 36864 bytes
; Both are written by `arcadian board rook tables --out asm`.
INDEX   EQU 5000H
SETS    EQU 2900H
BUF     EQU 0E000H      ; at the beginning of a page: 0, 0, the masked board, 0
BOARD   EQU 0E010H
ATTACK  EQU 0E018H
0100  F5           WATT:   PUSH PSW
0101  21 10 E0             LXI H,BOARD
0104  CD 3E 01             CALL WKEY
0107  EB                   XCHG            ; DE = the key
0108  F1                   POP PSW
0109  6F                   MOV L,A
010A  26 00                MVI H,0
010C  29                   DAD H
010D  29                   DAD H
010E  01 FD 01             LXI B,PLACES
0111  09                   DAD B           ; -> 4 bytes
0112  7E                   MOV A,M
0113  82                   ADD D
0114  57                   MOV D,A
0115  1A                   LDAX D          ; A = index of the set
0116  23                   INX H
0117  5E                   MOV E,M
0118  23                   INX H
0119  56                   MOV D,M         ; DE -> the sets of the base square
011A  23                   INX H
011B  4E                   MOV C,M         ; C = turns
011C  6F                   MOV L,A
011D  26 00                MVI H,0
011F  29                   DAD H
0120  29                   DAD H
0121  29                   DAD H
0122  19                   DAD D           ; -> the set
0123  11 18 E0             LXI D,ATTACK
0126  06 08                MVI B,8
0128  7E           WCOPY:  MOV A,M
0129  12                   STAX D
012A  23                   INX H
012B  13                   INX D
012C  05                   DCR B
012D  C2 28 01             JNZ WCOPY
0130  79                   MOV A,C
0131  3D           WMORE:  DCR A
0132  F8                   RM
0133  F5                   PUSH PSW
0134  21 18 E0             LXI H,ATTACK
0137  CD 9E 01             CALL WTURN
013A  F1                   POP PSW
013B  C3 31 01             JMP WMORE
; Computes the key of a square; see WKEY.
013E  EB           WKEY:   XCHG            ; DE -> the board
013F  6F                   MOV L,A
0140  26 00                MVI H,0
0142  29                   DAD H
0143  29                   DAD H
0144  29                   DAD H           ; 8 times the square
0145  E5                   PUSH H
0146  01 FD 04             LXI B,MASKS
0149  09                   DAD B           ; -> the mask
014A  01 00 E0             LXI B,BUF
014D  AF                   XRA A
014E  02                   STAX B          ; two bytes 0 below
014F  0C                   INR C
0150  02                   STAX B
0151  0C                   INR C
0152  1A           WMASK:  LDAX D
0153  A6                   ANA M           ; the masked board
0154  02                   STAX B
0155  13                   INX D
0156  23                   INX H
0157  0C                   INR C
0158  79                   MOV A,C
0159  FE 0A                CPI LOW BUF+10
015B  C2 52 01             JNZ WMASK
015E  AF                   XRA A
015F  02                   STAX B          ; one byte 0 above
0160  E1                   POP H
0161  11 FD 02             LXI D,KEYS
0164  19                   DAD D
0165  E5                   PUSH H          ; -> the entries
0166  21 00 00             LXI H,0
0169  4D                   MOV C,L         ; H, L, C = 24 bits
016A  16 E0                MVI D,HIGH BUF
016C  E3           WNEXT:  XTHL
016D  46                   MOV B,M         ; B = the entry
016E  23                   INX H
016F  E3                   XTHL
0170  78                   MOV A,B
0171  E6 0F                ANI 0FH
0173  5F                   MOV E,A         ; DE -> three bytes
0174  1A                   LDAX D
0175  B1                   ORA C
0176  4F                   MOV C,A
0177  1C                   INR E
0178  1A                   LDAX D
0179  B5                   ORA L
017A  6F                   MOV L,A
017B  1C                   INR E
017C  1A                   LDAX D
017D  B4                   ORA H
017E  67                   MOV H,A
017F  78                   MOV A,B
0180  E6 70                ANI 70H
0182  CA 95 01             JZ WLAST
0185  5F           WTWICE: MOV E,A
0186  79                   MOV A,C
0187  87                   ADD A
0188  4F                   MOV C,A
0189  7D                   MOV A,L
018A  17                   RAL
018B  6F                   MOV L,A
018C  7C                   MOV A,H
018D  17                   RAL
018E  67                   MOV H,A
018F  7B                   MOV A,E
0190  D6 10                SUI 10H
0192  C2 85 01             JNZ WTWICE
0195  B0           WLAST:  ORA B           ; A is 0
0196  F2 6C 01             JP WNEXT
0199  D1                   POP D           ; -> end of the entries
019A  1A                   LDAX D
019B  A4                   ANA H           ; k bits
019C  67                   MOV H,A
019D  C9                   RET
; Makes a quarter turn; see WTURN.
019E  E5           WTURN:  PUSH H
019F  5E                   MOV E,M
01A0  23                   INX H
01A1  56                   MOV D,M         ; DE = bytes 0 and 1
01A2  E5                   PUSH H          ; -> byte 1
01A3  7A                   MOV A,D
01A4  E6 0F                ANI 0FH
01A6  67                   MOV H,A
01A7  6B                   MOV L,E         ; the ring of 12
01A8  29                   DAD H
01A9  29                   DAD H
01AA  29                   DAD H           ; up 3; the bits shifted out are in bits 12-14
01AB  7C                   MOV A,H
01AC  0F                   RRC
01AD  0F                   RRC
01AE  0F                   RRC
01AF  0F                   RRC
01B0  E6 07                ANI 7
01B2  B5                   ORA L
01B3  5F                   MOV E,A         ; E = new byte 0
01B4  7C                   MOV A,H
01B5  E6 0F                ANI 0FH
01B7  4F                   MOV C,A         ; C = new low nibble of byte 1
01B8  E1                   POP H
01B9  2B                   DCX H
01BA  73                   MOV M,E
01BB  59                   MOV E,C
01BC  23                   INX H
01BD  E5                   PUSH H          ; -> byte 1
01BE  01 06 00             LXI B,6
01C1  09                   DAD B           ; -> byte 7
01C2  7A                   MOV A,D
01C3  AE                   XRA M
01C4  E6 F0                ANI 0F0H
01C6  AE                   XRA M
01C7  57                   MOV D,A         ; D = the seam: nibble 3 high, nibble 14 low
01C8  2B                   DCX H
01C9  4E                   MOV C,M
01CA  2B                   DCX H
01CB  46                   MOV B,M         ; the two bytes below the seam: 5 and 6
01CC  CD F1 01             CALL WSTEP
01CF  57                   MOV D,A         ; D = the seam turned
01D0  23                   INX H
01D1  23                   INX H           ; -> byte 7
01D2  7E                   MOV A,M
01D3  E6 F0                ANI 0F0H        ; the corners
01D5  07                   RLC             ; up 1; bit 7 is now in bit 0
01D6  C6 0F                ADI 0FH         ; which carries into bit 4
01D8  AA                   XRA D
01D9  E6 F0                ANI 0F0H
01DB  AA                   XRA D           ; below them nibble 14
01DC  77                   MOV M,A
01DD  E1                   POP H           ; -> byte 1
01DE  7A                   MOV A,D
01DF  E6 F0                ANI 0F0H        ; nibble 3
01E1  B3                   ORA E
01E2  77                   MOV M,A
01E3  1E 05                MVI E,5         ; bytes 2 to 6
01E5  23           WLOOP:  INX H
01E6  56                   MOV D,M
01E7  CD F1 01             CALL WSTEP
01EA  77                   MOV M,A
01EB  1D                   DCR E
01EC  C2 E5 01             JNZ WLOOP
01EF  E1                   POP H
01F0  C9                   RET
; A = the ring's byte two places up: low nibble of C, high nibble of B. B, C become C, D.
01F1  78           WSTEP:  MOV A,B
01F2  A9                   XRA C
01F3  E6 F0                ANI 0F0H
01F5  A9                   XRA C           ; high nibble of B, low nibble of C
01F6  0F                   RRC
01F7  0F                   RRC
01F8  0F                   RRC
01F9  0F                   RRC             ; exchange them
01FA  41                   MOV B,C
01FB  4A                   MOV C,D
01FC  C9                   RET
; Places: page of the index table, sets of the base square, turns from it.
01FD               PLACES:
01FD  50 00 29 00          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),0  ; a8 from a8
0201  60 88 2A 00          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),0  ; b8 from b8
0205  70 D8 2B 00          DB HIGH INDEX+32,LOW (SETS+728),HIGH (SETS+728),0  ; c8 from c8
0209  80 08 2E 00          DB HIGH INDEX+48,LOW (SETS+1288),HIGH (SETS+1288),0  ; d8 from d8
020D  90 A8 30 00          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),0  ; e8 from e8
0211  98 48 33 00          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),0  ; f8 from f8
0215  A0 78 35 00          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),0  ; g8 from g8
0219  50 00 29 01          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),1  ; h8 from a8
021D  A0 78 35 03          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),3  ; a7 from g8
0221  A8 C8 36 00          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),0  ; b7 from b7
0225  AC E8 37 00          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),0  ; c7 from c7
0229  B0 C8 39 00          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),0  ; d7 from d7
022D  C0 08 3C 00          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),0  ; e7 from e7
0231  C4 48 3E 00          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),0  ; f7 from f7
0235  A8 C8 36 01          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),1  ; g7 from b7
0239  60 88 2A 01          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),1  ; h7 from b8
023D  98 48 33 03          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),3  ; a6 from f8
0241  C4 48 3E 03          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),3  ; b6 from f7
0245  C8 28 40 00          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),0  ; c6 from c6
0249  CC 48 43 00          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),0  ; d6 from d6
024D  D0 08 47 00          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),0  ; e6 from e6
0251  C8 28 40 01          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),1  ; f6 from c6
0255  AC E8 37 01          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),1  ; g6 from c7
0259  70 D8 2B 01          DB HIGH INDEX+32,LOW (SETS+728),HIGH (SETS+728),1  ; h6 from c8
025D  90 A8 30 03          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),3  ; a5 from e8
0261  C0 08 3C 03          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),3  ; b5 from e7
0265  D0 08 47 03          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),3  ; c5 from e6
0269  D8 C8 4A 00          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),0  ; d5 from d5
026D  D8 C8 4A 01          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),1  ; e5 from d5
0271  CC 48 43 01          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),1  ; f5 from d6
0275  B0 C8 39 01          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),1  ; g5 from d7
0279  80 08 2E 01          DB HIGH INDEX+48,LOW (SETS+1288),HIGH (SETS+1288),1  ; h5 from d8
027D  88 08 2E 03          DB HIGH INDEX+56,LOW (SETS+1288),HIGH (SETS+1288),3  ; a4 from d8
0281  B0 C8 39 03          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),3  ; b4 from d7
0285  CC 48 43 03          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),3  ; c4 from d6
0289  D8 C8 4A 03          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),3  ; d4 from d5
028D  D8 C8 4A 02          DB HIGH INDEX+136,LOW (SETS+8648),HIGH (SETS+8648),2  ; e4 from d5
0291  D0 08 47 01          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),1  ; f4 from e6
0295  C0 08 3C 01          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),1  ; g4 from e7
0299  90 A8 30 01          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),1  ; h4 from e8
029D  78 D8 2B 03          DB HIGH INDEX+40,LOW (SETS+728),HIGH (SETS+728),3  ; a3 from c8
02A1  AC E8 37 03          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),3  ; b3 from c7
02A5  C8 28 40 03          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),3  ; c3 from c6
02A9  D0 08 47 02          DB HIGH INDEX+128,LOW (SETS+7688),HIGH (SETS+7688),2  ; d3 from e6
02AD  CC 48 43 02          DB HIGH INDEX+124,LOW (SETS+6728),HIGH (SETS+6728),2  ; e3 from d6
02B1  C8 28 40 02          DB HIGH INDEX+120,LOW (SETS+5928),HIGH (SETS+5928),2  ; f3 from c6
02B5  C4 48 3E 01          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),1  ; g3 from f7
02B9  98 48 33 01          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),1  ; h3 from f8
02BD  60 88 2A 03          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),3  ; a2 from b8
02C1  A8 C8 36 03          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),3  ; b2 from b7
02C5  C4 48 3E 02          DB HIGH INDEX+116,LOW (SETS+5448),HIGH (SETS+5448),2  ; c2 from f7
02C9  C0 08 3C 02          DB HIGH INDEX+112,LOW (SETS+4872),HIGH (SETS+4872),2  ; d2 from e7
02CD  B0 C8 39 02          DB HIGH INDEX+96,LOW (SETS+4296),HIGH (SETS+4296),2  ; e2 from d7
02D1  AC E8 37 02          DB HIGH INDEX+92,LOW (SETS+3816),HIGH (SETS+3816),2  ; f2 from c7
02D5  A8 C8 36 02          DB HIGH INDEX+88,LOW (SETS+3528),HIGH (SETS+3528),2  ; g2 from b7
02D9  A0 78 35 01          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),1  ; h2 from g8
02DD  50 00 29 03          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),3  ; a1 from a8
02E1  A0 78 35 02          DB HIGH INDEX+80,LOW (SETS+3192),HIGH (SETS+3192),2  ; b1 from g8
02E5  98 48 33 02          DB HIGH INDEX+72,LOW (SETS+2632),HIGH (SETS+2632),2  ; c1 from f8
02E9  90 A8 30 02          DB HIGH INDEX+64,LOW (SETS+1960),HIGH (SETS+1960),2  ; d1 from e8
02ED  80 08 2E 02          DB HIGH INDEX+48,LOW (SETS+1288),HIGH (SETS+1288),2  ; e1 from d8
02F1  70 D8 2B 02          DB HIGH INDEX+32,LOW (SETS+728),HIGH (SETS+728),2  ; f1 from c8
02F5  60 88 2A 02          DB HIGH INDEX+16,LOW (SETS+392),HIGH (SETS+392),2  ; g1 from b8
02F9  50 00 29 02          DB HIGH INDEX+0,LOW (SETS+0),HIGH (SETS+0),2  ; h1 from a8
; Keys: entries, then the mask of the high byte. Comment: the square and its shifts t.
02FD               KEYS:
02FD  43 21 13 87          DB 43H,21H,13H,87H,0FH,00H,00H,00H  ; a8: 43 55 37 4
0301  0F 00 00 00
0305  38 03 16 10          DB 38H,03H,16H,10H,84H,0FH,00H,00H  ; b8: 1 38 14 61 28
0309  84 0F 00 00
030D  01 06 18 43          DB 01H,06H,18H,43H,94H,07H,00H,00H  ; c8: 59 19 3 42 30
0311  94 07 00 00
0315  18 23 16 34          DB 18H,23H,16H,34H,80H,07H,00H,00H  ; d8: 4 43 17 32 61
0319  80 07 00 00
031D  02 05 46 00          DB 02H,05H,46H,00H,03H,87H,07H,00H  ; e8: 49 25 17 61 37 5
0321  03 87 07 00
0325  15 21 03 26          DB 15H,21H,03H,26H,97H,07H,00H,00H  ; f8: 27 58 40 16 6
0329  97 07 00 00
032D  11 15 03 36          DB 11H,15H,03H,36H,87H,07H,00H,00H  ; g8: 58 25 40 16 5
0331  87 07 00 00
0335  15 43 81 0F          DB 15H,43H,81H,0FH,00H,00H,00H,00H  ; h8: 25 40 52
0339  00 00 00 00
033D  05 38 02 46          DB 05H,38H,02H,46H,83H,07H,00H,00H  ; a7: 28 4 49 17 37
0341  83 07 00 00
0345  34 16 03 87          DB 34H,16H,03H,87H,03H,00H,00H,00H  ; b7: 34 15 38 6
0349  03 00 00 00
034D  18 16 03 C4          DB 18H,16H,03H,0C4H,03H,00H,00H,00H  ; c7: 4 19 42 34
0351  03 00 00 00
0355  45 16 14 02          DB 45H,16H,14H,02H,87H,0FH,00H,00H  ; d7: 26 14 29 44 4
0359  87 0F 00 00
035D  37 02 18 03          DB 37H,02H,18H,03H,16H,94H,03H,00H  ; e7: 12 49 1 40 16 31
0361  16 94 03 00
0365  04 06 17 02          DB 04H,06H,17H,02H,28H,83H,03H,00H  ; f7: 33 17 9 48 0 38
0369  28 83 03 00
036D  18 03 45 85          DB 18H,03H,45H,85H,03H,00H,00H,00H  ; g7: 3 42 26 22
0371  03 00 00 00
0375  01 05 28 36          DB 01H,05H,28H,36H,93H,0FH,00H,00H  ; h7: 58 26 2 16 37
0379  93 0F 00 00
037D  05 28 16 22          DB 05H,28H,16H,22H,0A3H,07H,00H,00H  ; a6: 28 4 18 49 39
0381  A3 07 00 00
0385  03 05 16 27          DB 03H,05H,16H,27H,0C8H,03H,00H,00H  ; b6: 45 29 21 12 2
0389  C8 03 00 00
038D  34 16 03 97          DB 34H,16H,03H,97H,03H,00H,00H,00H  ; c6: 35 16 39 7
0391  03 00 00 00
0395  03 18 56 94          DB 03H,18H,56H,94H,03H,00H,00H,00H  ; d6: 45 5 20 31
0399  03 00 00 00
039D  02 07 18 16          DB 02H,07H,18H,16H,03H,0A4H,07H,00H  ; e6: 49 9 1 16 39 31
03A1  03 A4 07 00
03A5  18 03 45 95          DB 18H,03H,45H,95H,03H,00H,00H,00H  ; f6: 4 43 27 23
03A9  03 00 00 00
03AD  13 17 04 85          DB 13H,17H,04H,85H,03H,00H,00H,00H  ; g6: 40 7 30 22
03B1  03 00 00 00
03B5  26 11 03 17          DB 26H,11H,03H,17H,94H,07H,00H,00H  ; h6: 18 56 39 7 30
03B9  94 07 00 00
03BD  32 06 48 03          DB 32H,06H,48H,03H,04H,86H,07H,00H  ; a5: 52 17 1 37 29 13
03C1  04 86 07 00
03C5  17 05 18 33          DB 17H,05H,18H,33H,0A5H,03H,00H,00H  ; b5: 13 28 4 43 24
03C9  A5 03 00 00
03CD  15 03 68 05          DB 15H,03H,68H,05H,86H,07H,00H,00H  ; c5: 28 43 3 21 13
03D1  86 07 00 00
03D5  23 16 27 84          DB 23H,16H,27H,84H,07H,00H,00H,00H  ; d5: 42 16 7 29
03D9  07 00 00 00
03DD  18 23 36 94          DB 18H,23H,36H,94H,07H,00H,00H,00H  ; e5: 4 43 17 30
03E1  07 00 00 00
03E5  26 03 14 A7          DB 26H,03H,14H,0A7H,03H,00H,00H,00H  ; f5: 19 41 33 8
03E9  03 00 00 00
03ED  18 16 03 24          DB 18H,16H,03H,24H,0A6H,0FH,00H,00H  ; g5: 2 17 40 32 14
03F1  A6 0F 00 00
03F5  26 21 13 24          DB 26H,21H,13H,24H,87H,07H,00H,00H  ; h5: 20 58 40 31 5
03F9  87 07 00 00
03FD  06 58 12 84          DB 06H,58H,12H,84H,07H,00H,00H,00H  ; a4: 19 3 46 29
0401  07 00 00 00
0405  15 13 06 27          DB 15H,13H,06H,27H,0A3H,0FH,00H,00H  ; b4: 26 41 16 8 38
0409  A3 0F 00 00
040D  23 06 17 A4          DB 23H,06H,17H,0A4H,03H,00H,00H,00H  ; c4: 43 17 9 32
0411  03 00 00 00
0415  15 26 33 97          DB 15H,26H,33H,97H,07H,00H,00H,00H  ; d4: 28 19 41 6
0419  07 00 00 00
041D  26 13 24 87          DB 26H,13H,24H,87H,07H,00H,00H,00H  ; e4: 18 40 31 5
0421  07 00 00 00
0425  18 05 66 02          DB 18H,05H,66H,02H,83H,07H,00H,00H  ; f4: 4 27 19 45 37
0429  83 07 00 00
042D  14 05 18 36          DB 14H,05H,18H,36H,0A2H,03H,00H,00H  ; g4: 37 28 4 19 48
0431  A2 03 00 00
0435  11 03 45 03          DB 11H,03H,45H,03H,06H,87H,07H,00H  ; h4: 58 41 25 37 13 5
0439  06 87 07 00
043D  03 06 18 04          DB 03H,06H,18H,04H,0E5H,07H,00H,00H  ; a3: 44 20 4 35 27
0441  E5 07 00 00
0445  16 14 02 87          DB 16H,14H,02H,87H,03H,00H,00H,00H  ; b3: 16 31 46 6
0449  03 00 00 00
044D  15 06 48 92          DB 15H,06H,48H,92H,03H,00H,00H,00H  ; c3: 28 19 3 47
0451  03 00 00 00
0455  04 15 13 06          DB 04H,15H,13H,06H,0A7H,07H,00H,00H  ; d3: 33 25 40 15 7
0459  A7 07 00 00
045D  05 16 53 97          DB 05H,16H,53H,97H,03H,00H,00H,00H  ; e3: 29 21 44 7
0461  03 00 00 00
0465  37 13 04 96          DB 37H,13H,04H,96H,03H,00H,00H,00H  ; f3: 11 40 31 15
0469  03 00 00 00
046D  03 06 18 24          DB 03H,06H,18H,24H,0C5H,03H,00H,00H  ; g3: 45 21 5 36 26
0471  C5 03 00 00
0475  05 28 33 01          DB 05H,28H,33H,01H,0A6H,07H,00H,00H  ; h3: 28 4 42 55 15
0479  A6 07 00 00
047D  05 28 33 16          DB 05H,28H,33H,16H,81H,0FH,00H,00H  ; a2: 26 2 40 13 52
0481  81 0F 00 00
0485  15 06 48 82          DB 15H,06H,48H,82H,03H,00H,00H,00H  ; b2: 27 18 2 46
0489  03 00 00 00
048D  03 04 17 25          DB 03H,04H,17H,25H,86H,03H,00H,00H  ; c2: 41 33 9 24 14
0491  86 03 00 00
0495  34 15 03 16          DB 34H,15H,03H,16H,97H,03H,00H,00H  ; d2: 36 25 40 16 7
0499  97 03 00 00
049D  02 48 13 17          DB 02H,48H,13H,17H,04H,85H,0FH,00H  ; e2: 50 2 38 5 28 20
04A1  04 85 0F 00
04A5  15 13 06 C7          DB 15H,13H,06H,0C7H,03H,00H,00H,00H  ; f2: 28 43 18 10
04A9  03 00 00 00
04AD  37 13 04 86          DB 37H,13H,04H,86H,03H,00H,00H,00H  ; g2: 10 39 30 14
04B1  03 00 00 00
04B5  05 38 23 21          DB 05H,38H,23H,21H,86H,07H,00H,00H  ; h2: 28 4 41 55 13
04B9  86 07 00 00
04BD  18 26 A2 0F          DB 18H,26H,0A2H,0FH,00H,00H,00H,00H  ; a1: 1 16 46
04C1  00 00 00 00
04C5  32 18 03 36          DB 32H,18H,03H,36H,84H,07H,00H,00H  ; b1: 52 1 40 16 29
04C9  84 07 00 00
04CD  12 38 03 26          DB 12H,38H,03H,26H,94H,07H,00H,00H  ; c1: 52 3 40 16 30
04D1  94 07 00 00
04D5  03 05 28 21          DB 03H,05H,28H,21H,04H,86H,07H,00H  ; d1: 41 25 1 55 29 13
04D9  04 86 07 00
04DD  15 26 13 17          DB 15H,26H,13H,17H,0A1H,07H,00H,00H  ; e1: 28 19 41 8 55
04E1  A1 07 00 00
04E5  03 15 46 17          DB 03H,15H,46H,17H,81H,07H,00H,00H  ; f1: 43 27 18 6 53
04E9  81 07 00 00
04ED  25 11 03 26          DB 25H,11H,03H,26H,87H,0FH,00H,00H  ; g1: 25 55 38 14 4
04F1  87 0F 00 00
04F5  42 16 84 0F          DB 42H,16H,84H,0FH,00H,00H,00H,00H  ; h1: 49 13 28
04F9  00 00 00 00
; Masks: for each square, a8 to h1, the 8 bytes of its rays without their last squares.
04FD               MASKS:
04FD  07 0E E0 00          DB 07H,0EH,0E0H,00H,00H,00H,00H,0EH  ; a8
0501  00 00 00 0E
0505  07 00 62 04          DB 07H,00H,62H,04H,40H,10H,90H,00H  ; b8
0509  40 10 90 00
050D  07 00 A1 02          DB 07H,00H,0A1H,02H,20H,08H,48H,00H  ; c8
0511  20 08 48 00
0515  07 80 C0 01          DB 07H,80H,0C0H,01H,10H,04H,20H,01H  ; d8
0519  10 04 20 01
051D  06 10 E4 20          DB 06H,10H,0E4H,20H,81H,00H,01H,00H  ; e8
0521  81 00 01 00
0525  05 20 E8 48          DB 05H,20H,0E8H,48H,00H,01H,02H,00H  ; f8
0529  00 01 02 00
052D  03 40 F0 90          DB 03H,40H,0F0H,90H,00H,02H,04H,00H  ; g8
0531  00 02 04 00
0535  3F 00 E0 00          DB 3FH,00H,0E0H,00H,0EH,00H,00H,00H  ; h8
0539  0E 00 00 00
053D  00 06 09 20          DB 00H,06H,09H,20H,40H,00H,04H,0FH  ; a7
0541  40 00 04 0F
0545  00 00 0B 24          DB 00H,00H,0BH,24H,00H,10H,94H,01H  ; b7
0549  00 10 94 01
054D  00 00 08 22          DB 00H,00H,08H,22H,60H,08H,4CH,01H  ; c7
0551  60 08 4C 01
0555  00 80 09 21          DB 00H,80H,09H,21H,50H,04H,24H,00H  ; d7
0559  50 04 24 00
055D  00 10 0D 00          DB 00H,10H,0DH,00H,0C1H,00H,05H,01H  ; e7
0561  C1 00 05 01
0565  00 20 01 68          DB 00H,20H,01H,68H,40H,01H,06H,01H  ; f7
0569  40 01 06 01
056D  00 40 19 B0          DB 00H,40H,19H,0B0H,40H,02H,00H,01H  ; g7
0571  40 02 00 01
0575  38 00 09 20          DB 38H,00H,09H,20H,46H,00H,04H,01H  ; h7
0579  46 00 04 01
057D  00 8A 04 10          DB 00H,8AH,04H,10H,20H,00H,82H,0EH  ; a6
0581  20 00 82 0E
0585  00 80 06 14          DB 00H,80H,06H,14H,60H,10H,12H,00H  ; b6
0589  60 10 12 00
058D  00 80 05 12          DB 00H,80H,05H,12H,00H,08H,0CAH,00H  ; c6
0591  00 08 CA 00
0595  00 00 04 11          DB 00H,00H,04H,11H,30H,04H,0A2H,01H  ; d6
0599  30 04 A2 01
059D  00 90 00 30          DB 00H,90H,00H,30H,0A1H,00H,83H,00H  ; e6
05A1  A1 00 83 00
05A5  00 A0 0C 58          DB 00H,0A0H,0CH,58H,20H,01H,80H,00H  ; f6
05A9  20 01 80 00
05AD  00 C0 14 80          DB 00H,0C0H,14H,80H,20H,02H,86H,00H  ; g6
05B1  20 02 86 00
05B5  38 80 04 10          DB 38H,80H,04H,10H,2AH,00H,82H,00H  ; h6
05B9  2A 00 82 00
05BD  00 0C 12 08          DB 00H,0CH,12H,08H,10H,00H,41H,0EH  ; a5
05C1  10 00 41 0E
05C5  00 00 10 0C          DB 00H,00H,10H,0CH,50H,10H,0D1H,00H  ; b5
05C9  50 10 D1 00
05CD  00 00 13 0A          DB 00H,00H,13H,0AH,30H,08H,09H,00H  ; c5
05D1  30 08 09 00
05D5  00 80 12 09          DB 00H,80H,12H,09H,00H,04H,61H,01H  ; d5
05D9  00 04 61 01
05DD  00 10 16 28          DB 00H,10H,16H,28H,91H,00H,40H,00H  ; e5
05E1  91 00 40 00
05E5  00 20 1A 40          DB 00H,20H,1AH,40H,10H,01H,43H,00H  ; f5
05E9  10 01 43 00
05ED  00 40 02 98          DB 00H,40H,02H,98H,10H,02H,45H,00H  ; g5
05F1  10 02 45 00
05F5  38 00 12 08          DB 38H,00H,12H,08H,1CH,00H,41H,00H  ; h5
05F9  1C 00 41 00
05FD  00 1E 00 41          DB 00H,1EH,00H,41H,00H,12H,08H,0CH  ; a4
0601  00 12 08 0C
0605  00 10 02 45          DB 00H,10H,02H,45H,40H,02H,98H,00H  ; b4
0609  40 02 98 00
060D  00 10 01 43          DB 00H,10H,01H,43H,20H,1AH,40H,00H  ; c4
0611  20 1A 40 00
0615  00 90 00 40          DB 00H,90H,00H,40H,10H,16H,28H,01H  ; d4
0619  10 16 28 01
061D  00 00 04 61          DB 00H,00H,04H,61H,81H,12H,09H,00H  ; e4
0621  81 12 09 00
0625  00 30 08 09          DB 00H,30H,08H,09H,00H,13H,0AH,00H  ; f4
0629  00 13 0A 00
062D  00 50 10 D1          DB 00H,50H,10H,0D1H,00H,10H,0CH,00H  ; g4
0631  00 10 0C 00
0635  30 10 00 41          DB 30H,10H,00H,41H,0EH,12H,08H,00H  ; h4
0639  0E 12 08 00
063D  00 2E 00 82          DB 00H,2EH,00H,82H,80H,04H,10H,0AH  ; a3
0641  80 04 10 0A
0645  00 20 02 86          DB 00H,20H,02H,86H,0C0H,14H,80H,00H  ; b3
0649  C0 14 80 00
064D  00 20 01 80          DB 00H,20H,01H,80H,0A0H,0CH,58H,00H  ; c3
0651  A0 0C 58 00
0655  00 A0 00 83          DB 00H,0A0H,00H,83H,90H,00H,30H,01H  ; d3
0659  90 00 30 01
065D  00 30 04 A2          DB 00H,30H,04H,0A2H,01H,04H,11H,00H  ; e3
0661  01 04 11 00
0665  00 00 08 CA          DB 00H,00H,08H,0CAH,80H,05H,12H,00H  ; f3
0669  80 05 12 00
066D  00 60 10 12          DB 00H,60H,10H,12H,80H,06H,14H,00H  ; g3
0671  80 06 14 00
0675  28 20 00 82          DB 28H,20H,00H,82H,8EH,04H,10H,00H  ; h3
0679  8E 04 10 00
067D  00 4E 00 04          DB 00H,4EH,00H,04H,01H,09H,20H,06H  ; a2
0681  01 09 20 06
0685  00 40 02 00          DB 00H,40H,02H,00H,41H,19H,0B0H,00H  ; b2
0689  41 19 B0 00
068D  00 40 01 06          DB 00H,40H,01H,06H,21H,01H,68H,00H  ; c2
0691  21 01 68 00
0695  00 C0 00 05          DB 00H,0C0H,00H,05H,11H,0DH,00H,01H  ; d2
0699  11 0D 00 01
069D  00 50 04 24          DB 00H,50H,04H,24H,80H,09H,21H,00H  ; e2
06A1  80 09 21 00
06A5  00 60 08 4C          DB 00H,60H,08H,4CH,01H,08H,22H,00H  ; f2
06A9  01 08 22 00
06AD  00 00 10 94          DB 00H,00H,10H,94H,01H,0BH,24H,00H  ; g2
06B1  01 0B 24 00
06B5  18 40 00 04          DB 18H,40H,00H,04H,0FH,09H,20H,00H  ; h2
06B9  0F 09 20 00
06BD  C0 0F 00 00          DB 0C0H,0FH,00H,00H,00H,0E0H,00H,0EH  ; a1
06C1  00 E0 00 0E
06C5  C0 00 02 04          DB 0C0H,00H,02H,04H,40H,0F0H,90H,00H  ; b1
06C9  40 F0 90 00
06CD  40 01 01 02          DB 40H,01H,01H,02H,20H,0E8H,48H,00H  ; c1
06D1  20 E8 48 00
06D5  80 81 00 01          DB 80H,81H,00H,01H,10H,0E4H,20H,01H  ; d1
06D9  10 E4 20 01
06DD  C0 11 04 20          DB 0C0H,11H,04H,20H,81H,0C0H,01H,00H  ; e1
06E1  81 C0 01 00
06E5  C0 21 08 48          DB 0C0H,21H,08H,48H,00H,0A1H,02H,00H  ; f1
06E9  00 A1 02 00
06ED  C0 41 10 90          DB 0C0H,41H,10H,90H,00H,62H,04H,00H  ; g1
06F1  00 62 04 00
06F5  F8 01 00 00          DB 0F8H,01H,00H,00H,0EH,0E0H,00H,00H  ; h1
06F9  0E E0 00 00
        ORG SETS
        INCBIN "../rook-sets.bin"
        ORG INDEX
        INCBIN "../rook-index.bin"
