;! routine: REFLECT
;! cpu: 8080
;! org: 0100H
;! in: A = a byte of the board
;! out: A = the byte reflected
;! clobbers: B, C, F
;! bytes: 22
; The same as reflect.asm, with two wrong bytes.
; The nibbles change places, then bits 1 and 3 of each do.
0100  07           REFLECT: RLC            ; change the nibbles
0101  07                   RLC
0102  07                   RLC
0103  07                   RLC
0104  47                   MOV B,A
0105  E6 55                ANI 55H         ; bits 0 and 2 stay
0107  4F                   MOV C,A
0108  78                   MOV A,B
0109  E6 22                ANI 22H         ; bit 1 to bit 3
010B  87                   ADD A
010C  87                   ADD A
010D  B1                   ORA C
010E  4F                   MOV C,A
010F  78                   MOV A,B
0110  E6 80                ANI 88H         ; bit 3 to bit 1
0112  0F                   RRC
0113  0F                   RRC
0114  A1                   ORA C
0115  C9                   RET
