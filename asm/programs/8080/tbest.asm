;! routine: TBEST
;! cpu: 8080
;! org: 0100H
;! in: HL = board, DE -> outcomes
;! out: A = number, CY = none
;! clobbers: B, C, F
;! bytes: 237, with TBIT and TTAKE
;! title: Chooses a move on the 4x4 board by a table of outcomes
; Returns the first move after which the opponent loses, by the table of TSOLVE. If
; there is none, the first legal move; on the empty board 255 and carry.
0100  01 00 FF     TBEST:  LXI B,0FF00H    ; B = the first legal move, C = the move to be tried
0103  E5           TTRY:   PUSH H
0104  D5                   PUSH D
0105  C5                   PUSH B
0106  79                   MOV A,C
0107  CD 47 01             CALL TTAKE
010A  C1                   POP B
010B  D1                   POP D
010C  DA 1F 01             JC TNEXT        ; not legal
010F  D5                   PUSH D
0110  EB                   XCHG            ; HL -> outcomes, DE = what the move leaves
0111  CD 2F 01             CALL TBIT
0114  A6                   ANA M
0115  D1                   POP D
0116  CA 2C 01             JZ TFOUND       ; the opponent loses; no carry
0119  78                   MOV A,B
011A  3C                   INR A
011B  C2 1F 01             JNZ TNEXT
011E  41                   MOV B,C
011F  E1           TNEXT:  POP H
0120  0C                   INR C
0121  79                   MOV A,C
0122  FE 40                CPI 64
0124  C2 03 01             JNZ TTRY
0127  78                   MOV A,B
0128  FE FF                CPI 255         ; carry if there is a move
012A  3F                   CMC
012B  C9                   RET
012C  E1           TFOUND: POP H
012D  79                   MOV A,C
012E  C9                   RET
        INCLUDE "tbit.asm"
        INCLUDE "../../8080/ttake.asm"
