;! routine: T2CW
;! cpu: 8080
;! in: HL = board
; A comment
0100  AF           T2CW:   XRA A           ; clears A
0101  C3 00 01             JMP T2CW
0104                       DS 2
      BEAD                 ; not a column
