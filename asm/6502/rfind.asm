;! routine: RFIND
;! cpu: 6502
;! org: $0300
;! in: A = letter, (PTR) -> board
;! out: A = position, C = missing
;! clobbers: Y, P
;! oracle: rotate_find
;! bytes: 18
;! cycles: 22-248
;! title: Finds the position of a letter on ROTATE's board
; Returns the first position, 1 to 16, of the letter; 0 and carry if there is none.
PTR     EQU $10
0300  A0 00        RFIND:  LDY #0
0302  D1 10        RLOOK:  CMP (PTR),Y
0304  F0 08                BEQ RFOUND
0306  C8                   INY
0307  C0 10                CPY #16
0309  D0 F7                BNE RLOOK
030B  A9 00                LDA #0
030D  60                   RTS             ; the carry is set since CPY
030E  C8           RFOUND: INY             ; byte 0 is position 1
030F  98                   TYA
0310  18                   CLC
0311  60                   RTS
