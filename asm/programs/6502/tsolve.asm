;! routine: TSOLVE
;! cpu: 6502
;! org: $0300
;! in: A = misere, (PTR) -> outcomes
;! out: (PTR) -> outcomes
;! clobbers: A, X, Y, P, (AT), (AT+1), (BYTE1), (BYTE2), (MOVE)
;! bytes: 300, with TBIT and TTAKE
;! title: Solves the 4x4 board: who wins each of its 65,536 positions
; misere: 0 if the player who takes the last counter wins, 1 if that player loses. The
; outcomes are a table of 8192 bytes as TBIT reads it: a bit is 1 if the player to move
; wins. A sieve: the positions come in ascending order, so all that a position can lead
; to come before it. From a position that loses, each move is put back: what has its
; counters besides wins.
PTR     EQU $10
AT      EQU $14         ; of TBIT
BYTE1   EQU $16         ; the position
BYTE2   EQU $17
MOVE    EQU $18
0300  A0 00        TSOLVE: LDY #0
0302  AA                   TAX
0303  A5 11                LDA PTR+1
0305  48                   PHA
0306  8A                   TXA
0307  48                   PHA
0308  A2 20                LDX #32
030A  98                   TYA
030B  91 10        TCLEAR: STA (PTR),Y
030D  C8                   INY
030E  D0 FB                BNE TCLEAR
0310  E6 11                INC PTR+1
0312  CA                   DEX
0313  D0 F6                BNE TCLEAR
0315  68                   PLA
0316  AA                   TAX
0317  68                   PLA
0318  85 11                STA PTR+1
031A  8A                   TXA
031B  91 10                STA (PTR),Y     ; the empty board
031D  84 16                STY BYTE1
031F  84 17                STY BYTE2
0321  A5 16        TSCAN:  LDA BYTE1
0323  A6 17                LDX BYTE2
0325  20 66 03             JSR TBIT
0328  A0 00                LDY #0
032A  31 14                AND (AT),Y
032C  D0 03                BNE TWON
032E  20 3A 03             JSR TBACK
0331  E6 16        TWON:   INC BYTE1
0333  D0 EC                BNE TSCAN
0335  E6 17                INC BYTE2
0337  D0 E8                BNE TSCAN
0339  60                   RTS
; Marks the positions from which a move leads to this one.
033A  A0 3F        TBACK:  LDY #63
033C  B9 AC 03     TMOVE:  LDA TTAKE.BYTE1,Y
033F  25 16                AND BYTE1       ; a counter of the move is still there
0341  D0 1F                BNE TNEXT
0343  B9 EC 03             LDA TTAKE.BYTE2,Y
0346  25 17                AND BYTE2
0348  D0 18                BNE TNEXT
034A  84 18                STY MOVE
034C  B9 EC 03             LDA TTAKE.BYTE2,Y
034F  05 17                ORA BYTE2
0351  AA                   TAX
0352  B9 AC 03             LDA TTAKE.BYTE1,Y
0355  05 16                ORA BYTE1
0357  20 66 03             JSR TBIT
035A  A0 00                LDY #0
035C  11 14                ORA (AT),Y
035E  91 14                STA (AT),Y
0360  A4 18                LDY MOVE
0362  88           TNEXT:  DEY
0363  10 D7                BPL TMOVE
0365  60                   RTS
        INCLUDE "tbit.asm"
        INCLUDE "../../6502/ttake.asm"
