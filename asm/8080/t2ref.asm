;! routine: T2REF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_reflect
;! bytes: 27
;! cycles: 202
;! title: Reflects the 4x4 board about the vertical axis
; Figure 2: each byte is half of the board, so the subroutine is called twice. TAB1 is
; Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and 7 by 2, bits 1 and 5 by 6. The
; byte rotates left by 2 three times; bits with a shorter distance join later.
0100  7D           T2REF:  MOV A,L
0101  CD 0B 01             CALL TAB1
0104  6F                   MOV L,A
0105  7C                   MOV A,H
0106  CD 0B 01             CALL TAB1
0109  67                   MOV H,A
010A  C9                   RET

010B  47           TAB1:   MOV B,A         ; save the byte
010C  07                   RLC
010D  07                   RLC
010E  A8                   XRA B           ; A from the rotated byte where the mask is 1,
010F  E6 AA                ANI 0AAH        ; else from the original: bits 0 2 4 6 start over
0111  A8                   XRA B
0112  07                   RLC
0113  07                   RLC
0114  A8                   XRA B
0115  E6 77                ANI 77H         ; bits 3 and 7 start over
0117  A8                   XRA B
0118  07                   RLC
0119  07                   RLC
011A  C9                   RET
