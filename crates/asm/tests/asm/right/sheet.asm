;! routine: T2CW
;! cpu: 8080
;! org: 0100H
;! in: B = the letter, HL
;! out: A = the letter turned
;! clobbers: none
;! oracle: rotate of the board
;! bytes: 18
;! cycles: 20-25 without the call
;! author: nobody
LATER   EQU  10H

0100  78           T2CW:  MOV  A,B      ; high byte
0101  07                  RLC
0102  C3 00 01            JMP  T2CW
0105               TEXT:
0105  31 32 33 34         DB   '12345678',0,10H,-1,'X'
0109  35 36 37 38 00 10 FF 58
0111  C9                  RET
