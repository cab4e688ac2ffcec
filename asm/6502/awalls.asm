;! routine: AWALLS
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, A = mask.0, X = mask.1
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (UPPER)
;! oracle: ataxx_walls
;! bytes: 99
;! cycles: 361-366
;! title: Expands sixteen bits of walls to a board of fourteen bytes
; A nibble of the mask is columns 0 to 3 of a row. Two tables have its two bytes:
; columns 0 to 3 in the first, columns 2, 1, 0 as 4, 5, 6 in the second. This makes
; rows 0 to 3; rows 4 to 6 are copies of rows 2 to 0.
PTR     EQU  $10        ; the board
UPPER   EQU  $12        ; high byte of the mask
0300  86 12        AWALLS:  STX  UPPER
0302  A0 00                LDY  #0
0304  20 1E 03             JSR  TWO        ; low byte: rows 0 and 1
0307  A5 12                LDA  UPPER
0309  20 1E 03             JSR  TWO        ; high byte: rows 2 and 3
030C  A2 00                LDX  #0
030E  BC 57 03     MIRROR:  LDY  SOURCE,X
0311  B1 10                LDA  (PTR),Y
0313  BC 5D 03             LDY  TARGET,X
0316  91 10                STA  (PTR),Y
0318  E8                   INX
0319  E0 06                CPX  #6
031B  D0 F1                BNE  MIRROR
031D  60                   RTS
; Makes two rows from the nibbles of A, the low one first.
031E  48           TWO:     PHA
031F  20 27 03             JSR  ONE
0322  68                   PLA
0323  4A                   LSR
0324  4A                   LSR
0325  4A                   LSR
0326  4A                   LSR
0327  29 0F        ONE:     AND  #$0F
0329  AA                   TAX
032A  BD 37 03             LDA  LEFT,X
032D  91 10                STA  (PTR),Y
032F  C8                   INY
0330  BD 47 03             LDA  RIGHT,X
0333  91 10                STA  (PTR),Y
0335  C8                   INY
0336  60                   RTS
0337  00 03 0C 0F  LEFT:    DB   $00,$03,$0C,$0F,$30,$33,$3C,$3F
033B  30 33 3C 3F
033F  C0 C3 CC CF          DB   $C0,$C3,$CC,$CF,$F0,$F3,$FC,$FF
0343  F0 F3 FC FF
0347  00 30 0C 3C  RIGHT:   DB   $00,$30,$0C,$3C,$03,$33,$0F,$3F
034B  03 33 0F 3F
034F  00 30 0C 3C          DB   $00,$30,$0C,$3C,$03,$33,$0F,$3F
0353  03 33 0F 3F
0357  04 05 02 03  SOURCE:  DB   4,5,2,3,0,1
035B  00 01
035D  08 09 0A 0B  TARGET:  DB   8,9,10,11,12,13
0361  0C 0D
