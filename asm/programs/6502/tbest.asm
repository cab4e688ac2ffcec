;! routine: TBEST
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1, (PTR) -> outcomes
;! out: A = number, C = none
;! clobbers: X, Y, P, (LO), (HI), (AT), (AT+1), (BYTE1), (BYTE2), (MOVE), (FIRST)
;! bytes: 251, with TBIT and TTAKE
;! title: Chooses a move on the 4x4 board by a table of outcomes
; Returns the first move after which the opponent loses, by the table of TSOLVE. If
; there is none, the first legal move; on the empty board 255 and carry.
PTR     EQU $10
LO      EQU $12         ; of TTAKE
HI      EQU $13
AT      EQU $14         ; of TBIT
BYTE1   EQU $16         ; the board
BYTE2   EQU $17
MOVE    EQU $18
FIRST   EQU $19         ; the first legal move
0300  85 16        TBEST:  STA BYTE1
0302  86 17                STX BYTE2
0304  A0 FF                LDY #255
0306  84 19                STY FIRST
0308  C8                   INY
0309  84 18        TTRY:   STY MOVE
030B  A5 16                LDA BYTE1
030D  A6 17                LDX BYTE2
030F  20 54 03             JSR TTAKE
0312  B0 11                BCS TNEXT       ; not legal
0314  20 35 03             JSR TBIT
0317  A0 00                LDY #0
0319  31 14                AND (AT),Y
031B  F0 14                BEQ TFOUND      ; the opponent loses
031D  A5 19                LDA FIRST
031F  10 04                BPL TNEXT
0321  A5 18                LDA MOVE
0323  85 19                STA FIRST
0325  A4 18        TNEXT:  LDY MOVE
0327  C8                   INY
0328  C0 40                CPY #64
032A  D0 DD                BNE TTRY
032C  A5 19                LDA FIRST
032E  C9 FF                CMP #255        ; carry if there is none
0330  60                   RTS
0331  A5 18        TFOUND: LDA MOVE
0333  18                   CLC
0334  60                   RTS
        INCLUDE "tbit.asm"
        INCLUDE "../../6502/ttake.asm"
