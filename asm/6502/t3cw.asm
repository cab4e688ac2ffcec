;! routine: T3CW
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f3_turn
;! bytes: 30
;! cycles: 105-109
;! title: Turns the 6x6 board by a quarter turn clockwise
; Figure 3: byte 1 moves to 2, 2 to 3, 3 to 4 and 4 to 1. The four squares in the
; middle are every second bit of byte 5, which rotates by two.
PTR     EQU $10
0300  A0 03        T3CW:   LDY #3
0302  B1 10                LDA (PTR),Y     ; byte 4
0304  AA                   TAX
0305  88                   DEY
0306  B1 10        UP:     LDA (PTR),Y     ; 3 to 4, 2 to 3, 1 to 2
0308  C8                   INY
0309  91 10                STA (PTR),Y
030B  88                   DEY
030C  88                   DEY
030D  10 F7                BPL UP
030F  C8                   INY
0310  8A                   TXA
0311  91 10                STA (PTR),Y     ; 4 to 1
0313  A0 04                LDY #4
0315  B1 10                LDA (PTR),Y     ; the middle
0317  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0318  69 80                ADC #$80        ; bottom and moves the second to the carry
031A  2A                   ROL A
031B  91 10                STA (PTR),Y
031D  60                   RTS
