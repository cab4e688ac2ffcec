;! routine: T2CW
;! cpu: 8080
;! org: 0100H
;! in: A = letter, HL
;! inn: B
;~ 4-6 error: `inn` is not a sheet header key; did you mean `in`?
;! bytes: many
;~ 11-14 error: `bytes` takes a number, or a budget as in <= 23
;! cycles: 23-17
;~ 12-16 error: `cycles` takes a number, two as in 17-23, or a budget as in <= 23
;! cpu: z80
;~ 4-6 error: `cpu` appears twice in the header
;! no colon here
;~ 1-16 error: a header line has the form `;! key: value`
0100  78           T2CW:  MOV  A,B      ; right
0101  0F                  RLC           ; 07
;~ 7-8 error: the hand-assembled byte is 0F, it should be 07
0102  C3 01 01            JMP  T2CW     ; 00 01
;~ 10-11 error: the hand-assembled byte is 01, it should be 00
0106  C9                  RET           ; a wrong address
;~ 1-4 error: the hand-assembled address is 0106, it should be 0105
0107  C9                  RET           ; which follows from it
0107  3E                  MVI  A,5      ; by hand a byte too few, and the address is right again
;~ 7-8 error: the line has 1 byte by hand, it should have 2; the bytes are 3E 05
0108  C9                  RET           ; one less follows
0109  C9 C9               RET
;~ 7-11 error: the line has 2 bytes by hand, it should have 1; the bytes are C9
010B  C9                  RET
010C  41 42 43 44         DB   'ABCDEFGH'
0110  45 46 FF 48
;~ 13-14 error: the hand-assembled byte is FF, it should be 47
0114  DB 5                DB 5
;~ 10-10 error: two blanks or a tab must separate the hand-assembled bytes from the source
0115  FF FF               MVX  A,5
;~ 27-29 error: the 8080 has no instruction `MVX`; did you mean `MVI`?
0117  C9                  RET
