;! routine: T3REF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, E, F
;! oracle: f3_reflect
;! bytes: 43
;! cycles: 761
;! title: Reflects the 6x6 board about the diagonal LL-UR
; Figure 3: the same permutation in all five bytes, and bytes 1 and 3 are exchanged.
; TAB2 is Table 2: rotates bits 2 and 6 left by 4, bits 3 and 7 by 2, bits 1 and 5 by
; 6. The byte rotates left by 2 three times; bits with a shorter distance join later.
0100  E5           T3REF:  PUSH H
0101  1E 05                MVI E,5
0103  7E           EACH:   MOV A,M
0104  CD 17 01             CALL TAB2
0107  77                   MOV M,A
0108  23                   INX H
0109  1D                   DCR E
010A  C2 03 01             JNZ EACH
010D  E1                   POP H
010E  7E                   MOV A,M         ; byte 1
010F  23                   INX H
0110  23                   INX H
0111  46                   MOV B,M         ; byte 3
0112  77                   MOV M,A
0113  2B                   DCX H
0114  2B                   DCX H
0115  70                   MOV M,B
0116  C9                   RET

0117  47           TAB2:   MOV B,A         ; save the byte
0118  07                   RLC
0119  07                   RLC
011A  A8                   XRA B           ; A from the rotated byte where the mask is 1,
011B  E6 AA                ANI 0AAH        ; else from the original: bits 0 2 4 6 start over
011D  A8                   XRA B
011E  07                   RLC
011F  07                   RLC
0120  A8                   XRA B
0121  E6 77                ANI 77H         ; bits 3 and 7 start over
0123  A8                   XRA B
0124  07                   RLC
0125  07                   RLC
0126  A8                   XRA B
0127  E6 EE                ANI 0EEH        ; bits 0 and 4 stay
0129  A8                   XRA B
012A  C9                   RET
