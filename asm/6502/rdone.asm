;! routine: RDONE
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: Z = solved
;! clobbers: A, Y, P
;! oracle: rotate_solved
;! bytes: 16
;! cycles: 18-280
;! title: Tests whether ROTATE's board is in order
; Z if the sixteen bytes are the letters A to P in order.
PTR     EQU $10
0300  A0 00        RDONE:  LDY #0
0302  A9 41                LDA #'A'
0304  D1 10        RNEXT:  CMP (PTR),Y
0306  D0 07                BNE ROUT
0308  69 00                ADC #0          ; equal sets the carry: the next letter
030A  C8                   INY
030B  C0 10                CPY #16
030D  D0 F5                BNE RNEXT
030F  60           ROUT:   RTS
