;! routine: HISIN
;! cpu: 8080
;! org: 0100H
;! in: A = element, HL -> set
;! out: CY = member
;! clobbers: A, D, F
;! oracle: halma_is_in
;! bytes: 33
;! cycles: 158-296
;! title: IS_IN: tests whether an element is in a set of 256
; Element e is bit e mod 8 of byte e div 8.
0100  E5           HISIN:  PUSH H
0101  CD 09 01             CALL HBIT
0104  A6                   ANA M
0105  C6 FF                ADI 0FFH        ; carry unless 0
0107  E1                   POP H
0108  C9                   RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
0109  57           HBIT:   MOV D,A
010A  0F                   RRC
010B  0F                   RRC
010C  0F                   RRC
010D  E6 1F                ANI 1FH         ; element div 8
010F  85                   ADD L
0110  6F                   MOV L,A
0111  D2 15 01             JNC HPAGE
0114  24                   INR H
0115  7A           HPAGE:  MOV A,D
0116  E6 07                ANI 7
0118  57                   MOV D,A         ; element mod 8
0119  3E 80                MVI A,80H
011B  07           HTURN:  RLC             ; once for bit 0
011C  15                   DCR D
011D  F2 1B 01             JP HTURN
0120  C9                   RET
