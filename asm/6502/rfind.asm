;! routine: RFIND
;! cpu: 6502
;! org: $0300
;! in: A = letter, (PTR) -> board
;! out: A = position, C = missing
;! clobbers: Y, P
;! oracle: rotate_find
;! bytes: 18
;! cycles: 22-248
;! title: Where a letter stands on ROTATE's board
; The first of the positions 1 to 16 that holds it; none is 0 and carry.
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
