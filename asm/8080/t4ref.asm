;! routine: T4REF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: f4_reflect
;! bytes: 54
;! cycles: 645
;! title: Reflects the 5x5 board of figure 4 about the vertical axis
; Figure 4: the complex case. Bits 1 and 5 of each byte are exchanged. Bits 0 1 4 5 are
; exchanged between bytes 1 and 2 and between 3 and 4, bits 2 and 3 between 2 and 4.
0100  E5           T4REF:  PUSH H
0101  1E 04                MVI E,4
0103  7E           EACH:   MOV A,M
0104  07                   RLC
0105  07                   RLC
0106  07                   RLC
0107  07                   RLC             ; now 1 is where 5 was
0108  AE                   XRA M
0109  E6 22                ANI 22H         ; bits 1 and 5 from A, the others unchanged
010B  AE                   XRA M
010C  77                   MOV M,A
010D  23                   INX H
010E  1D                   DCR E
010F  C2 03 01             JNZ EACH
0112  E1                   POP H
0113  E5                   PUSH H
0114  54                   MOV D,H
0115  5D                   MOV E,L
0116  13                   INX D
0117  0E 33                MVI C,33H
0119  CD 2C 01             CALL SWAP       ; bytes 1 and 2
011C  23                   INX H
011D  13                   INX D
011E  13                   INX D
011F  0E 0C                MVI C,0CH
0121  CD 2C 01             CALL SWAP       ; bytes 2 and 4
0124  23                   INX H
0125  0E 33                MVI C,33H
0127  CD 2C 01             CALL SWAP       ; bytes 3 and 4
012A  E1                   POP H
012B  C9                   RET
012C  1A           SWAP:   LDAX D          ; exchange the bits of mask C
012D  AE                   XRA M
012E  A1                   ANA C
012F  47                   MOV B,A         ; the bits that differ
0130  AE                   XRA M
0131  77                   MOV M,A
0132  1A                   LDAX D
0133  A8                   XRA B
0134  12                   STAX D
0135  C9                   RET
