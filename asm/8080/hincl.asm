;! routine: HINCL
;! cpu: 8080
;! org: 0100H
;! in: A = element, HL -> set
;! out: HL -> set
;! clobbers: A, D, F
;! oracle: halma_incl
;! bytes: 32
;! cycles: 158-296
;! title: INCL: inserts an element into a set of 256
; Element e is bit e mod 8 of byte e div 8.
0100  E5           HINCL:  PUSH H
0101  CD 08 01             CALL HBIT
0104  B6                   ORA M
0105  77                   MOV M,A
0106  E1                   POP H
0107  C9                   RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
0108  57           HBIT:   MOV D,A
0109  0F                   RRC
010A  0F                   RRC
010B  0F                   RRC
010C  E6 1F                ANI 1FH         ; element div 8
010E  85                   ADD L
010F  6F                   MOV L,A
0110  D2 14 01             JNC HPAGE
0113  24                   INR H
0114  7A           HPAGE:  MOV A,D
0115  E6 07                ANI 7
0117  57                   MOV D,A         ; element mod 8
0118  3E 80                MVI A,80H
011A  07           HTURN:  RLC             ; once for bit 0
011B  15                   DCR D
011C  F2 1A 01             JP HTURN
011F  C9                   RET
