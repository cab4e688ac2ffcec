;! routine: TSOLVE
;! cpu: 8080
;! org: 0100H
;! in: A = misere, HL -> outcomes
;! out: HL -> outcomes
;! clobbers: A, B, C, D, E, F
;! bytes: 267, with TBIT and TTAKE
;! title: Solves the 4x4 board: who wins each of its 65,536 positions
; misere: 0 if the player who takes the last counter wins, 1 if that player loses. The
; outcomes are a table of 8192 bytes as TBIT reads it: a bit is 1 if the player to move
; wins. A sieve: the positions come in ascending order, so all that a position can lead
; to come before it. From a position that loses, each move is put back: what has its
; counters besides wins.
0100  E5           TSOLVE: PUSH H
0101  77                   MOV M,A         ; the empty board
0102  01 FF 1F             LXI B,8191
0105  23           TCLEAR: INX H
0106  36 00                MVI M,0
0108  0B                   DCX B
0109  78                   MOV A,B
010A  B1                   ORA C
010B  C2 05 01             JNZ TCLEAR
010E  E1                   POP H
010F  11 00 00             LXI D,0         ; the position
0112  E5           TSCAN:  PUSH H
0113  CD 4D 01             CALL TBIT
0116  A6                   ANA M
0117  E1                   POP H
0118  CC 22 01             CZ TBACK
011B  13                   INX D
011C  7A                   MOV A,D
011D  B3                   ORA E
011E  C2 12 01             JNZ TSCAN
0121  C9                   RET
; Marks the positions from which a move leads to DE.
0122  01 8B 01     TBACK:  LXI B,TTAKE.MASKS
0125  0A           TMOVE:  LDAX B
0126  A3                   ANA E           ; a counter of the move is still there
0127  C2 44 01             JNZ TBYTE2
012A  03                   INX B
012B  0A                   LDAX B
012C  A2                   ANA D
012D  C2 45 01             JNZ TNEXT
0130  D5                   PUSH D
0131  E5                   PUSH H
0132  0A                   LDAX B
0133  B2                   ORA D
0134  57                   MOV D,A
0135  0B                   DCX B
0136  0A                   LDAX B
0137  03                   INX B
0138  B3                   ORA E
0139  5F                   MOV E,A
013A  CD 4D 01             CALL TBIT
013D  B6                   ORA M
013E  77                   MOV M,A
013F  E1                   POP H
0140  D1                   POP D
0141  C3 45 01             JMP TNEXT
0144  03           TBYTE2: INX B
0145  03           TNEXT:  INX B
0146  79                   MOV A,C         ; 128 bytes have different low addresses
0147  FE 0B                CPI LOW(TTAKE.MASKS+128)
0149  C2 25 01             JNZ TMOVE
014C  C9                   RET
        INCLUDE "tbit.asm"
        INCLUDE "../../8080/ttake.asm"
