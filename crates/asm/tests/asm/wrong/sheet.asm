;! routine: T2CW
;! cpu: 8080
;! org: 0100H
;! in: A = letter, HL
;! inn: B
;~ 4-6 error: `inn` is no key of a sheet's header; is `in` meant?
;! bytes: many
;~ 11-14 error: `bytes` is a number
;! cycles: 23-17
;~ 12-16 error: `cycles` is a number, or two as in 17-23
;! cpu: z80
;~ 4-6 error: `cpu` stands twice in the header
;! no colon here
;~ 1-16 error: a header line is `;! key: value`
0100  78           T2CW:  MOV  A,B      ; right
0101  0F                  RLC           ; 07
;~ 7-8 error: the byte by hand is 0F, it should be 07
0102  C3 01 01            JMP  T2CW     ; 00 01
;~ 10-11 error: the byte by hand is 01, it should be 00
0106  C9                  RET           ; a wrong address
;~ 1-4 error: the address by hand is 0106, it should be 0105
0107  C9                  RET           ; which follows from it
0107  3E                  MVI  A,5      ; by hand a byte too few, and the address is right again
;~ 7-8 error: by hand there is 1 byte, it should be 2; the bytes are 3E 05
0108  C9                  RET           ; one less follows
0109  C9 C9               RET
;~ 7-11 error: by hand there are 2 bytes, it should be 1; the bytes are C9
010B  C9                  RET
010C  41 42 43 44         DB   'ABCDEFGH'
0110  45 46 FF 48
;~ 13-14 error: the byte by hand is FF, it should be 47
0114  DB 5                DB 5
;~ 10-10 error: two blanks or a tab separate the bytes by hand from the source
0115  FF FF               MVX  A,5
;~ 27-29 error: the 8080 has no instruction `MVX`; is `MVI` meant?
0117  C9                  RET
