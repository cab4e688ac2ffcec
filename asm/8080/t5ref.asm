;! routine: T5REF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f5_reflect
;! bytes: 41
;! cycles: 281
;! title: Reflects the 5x5 board of figure 5 about the vertical axis
; Figure 5: bytes 1 and 2 as in figure 2; byte 3 exchanges bits 0 and 4 and bits 1 and
; 5. The caption says "horizontal axis", but a reflection about that would also
; exchange bytes 1 and 2. TAB1 is Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and
; 7 by 2, bits 1 and 5 by 6. The byte rotates left by 2 three times; bits with a
; shorter distance join later.
0100  7E           T5REF:  MOV A,M
0101  CD 19 01             CALL TAB1
0104  77                   MOV M,A
0105  23                   INX H
0106  7E                   MOV A,M
0107  CD 19 01             CALL TAB1
010A  77                   MOV M,A
010B  23                   INX H
010C  7E                   MOV A,M         ; byte 3
010D  07                   RLC
010E  07                   RLC
010F  07                   RLC
0110  07                   RLC
0111  AE                   XRA M
0112  E6 33                ANI 33H         ; bits 0 1 4 5 rotated, the others unchanged
0114  AE                   XRA M
0115  77                   MOV M,A
0116  2B                   DCX H
0117  2B                   DCX H
0118  C9                   RET

0119  47           TAB1:   MOV B,A         ; save the byte
011A  07                   RLC
011B  07                   RLC
011C  A8                   XRA B           ; A from the rotated byte where the mask is 1,
011D  E6 AA                ANI 0AAH        ; else from the original: bits 0 2 4 6 start over
011F  A8                   XRA B
0120  07                   RLC
0121  07                   RLC
0122  A8                   XRA B
0123  E6 77                ANI 77H         ; bits 3 and 7 start over
0125  A8                   XRA B
0126  07                   RLC
0127  07                   RLC
0128  C9                   RET
