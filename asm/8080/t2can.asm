;! routine: T2CAN
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_canonical
;! bytes: 62
;! cycles: 1140-1190
;! title: Finds the least of the eight images of a 4x4 board
; Figure 2: four turns, a reflection, four turns; DE is the least word so far. Four
; turns restore the board. TAB1 is Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and
; 7 by 2, bits 1 and 5 by 6. The byte rotates left by 2 three times; bits with a
; shorter distance join later.
0100  54           T2CAN:  MOV D,H
0101  5D                   MOV E,L
0102  CD 14 01             CALL FOUR
0105  7D                   MOV A,L
0106  CD 2E 01             CALL TAB1
0109  6F                   MOV L,A
010A  7C                   MOV A,H
010B  CD 2E 01             CALL TAB1
010E  67                   MOV H,A
010F  CD 14 01             CALL FOUR
0112  EB                   XCHG
0113  C9                   RET
0114  0E 04        FOUR:   MVI C,4
0116  AF           TURN:   XRA A
0117  29                   DAD H           ; HL left, its top bit to the carry,
0118  17                   RAL             ; the carry into A: four times
0119  29                   DAD H
011A  17                   RAL
011B  29                   DAD H
011C  17                   RAL
011D  29                   DAD H
011E  17                   RAL
011F  B5                   ORA L
0120  6F                   MOV L,A
0121  93                   SUB E           ; HL - DE
0122  7C                   MOV A,H
0123  9A                   SBB D
0124  D2 29 01             JNC NEXT
0127  54                   MOV D,H
0128  5D                   MOV E,L
0129  0D           NEXT:   DCR C
012A  C2 16 01             JNZ TURN
012D  C9                   RET

012E  47           TAB1:   MOV B,A         ; save the byte
012F  07                   RLC
0130  07                   RLC
0131  A8                   XRA B           ; A from the rotated byte where the mask is 1,
0132  E6 AA                ANI 0AAH        ; else from the original: bits 0 2 4 6 start over
0134  A8                   XRA B
0135  07                   RLC
0136  07                   RLC
0137  A8                   XRA B
0138  E6 77                ANI 77H         ; bits 3 and 7 start over
013A  A8                   XRA B
013B  07                   RLC
013C  07                   RLC
013D  C9                   RET
