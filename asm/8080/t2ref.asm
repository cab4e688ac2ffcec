;! routine: T2REF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_reflect
;! bytes: 27
;! cycles: 202
;! title: The 4x4 board reflected about the vertical axis
; Figure 2: each byte is half of the board, so one subroutine serves twice.
; TAB1 is Table 1: bits 0 2 4 6 go left by 4, bits 3 and 7 by 2, bits 1 and 5 by 6, round.
; So the byte goes left by 2 three times, and who has less far to go joins later.
0100  7D           T2REF:  MOV A,L
0101  CD 0B 01             CALL TAB1
0104  6F                   MOV L,A
0105  7C                   MOV A,H
0106  CD 0B 01             CALL TAB1
0109  67                   MOV H,A
010A  C9                   RET

010B  47           TAB1:   MOV B,A         ; keep the byte
010C  07                   RLC
010D  07                   RLC
010E  A8                   XRA B           ; A from the turned byte where the mask has 1,
010F  E6 AA                ANI 0AAH        ; else from the kept one: bits 0 2 4 6 start afresh
0111  A8                   XRA B
0112  07                   RLC
0113  07                   RLC
0114  A8                   XRA B
0115  E6 77                ANI 77H         ; bits 3 and 7 start afresh
0117  A8                   XRA B
0118  07                   RLC
0119  07                   RLC
011A  C9                   RET
