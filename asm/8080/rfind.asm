;! routine: RFIND
;! cpu: 8080
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: B, F
;! oracle: rotate_find
;! bytes: 21
;! cycles: 66-639
;! title: Finds the position of a letter on ROTATE's board
; Returns the first position, 1 to 16, of the letter; 0 and carry if there is none.
0100  E5           RFIND:  PUSH H
0101  06 10                MVI B,16        ; positions left
0103  BE           RLOOK:  CMP M
0104  CA 10 01             JZ RFOUND
0107  23                   INX H
0108  05                   DCR B
0109  C2 03 01             JNZ RLOOK
010C  E1                   POP H
010D  78                   MOV A,B         ; 0
010E  37                   STC
010F  C9                   RET
0110  E1           RFOUND: POP H
0111  3E 11                MVI A,17
0113  90                   SUB B           ; B is 16 at position 1; no borrow
0114  C9                   RET
