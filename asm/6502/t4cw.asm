;! routine: T4CW
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f4_turn
;! bytes: 20
;! cycles: 86-89
;! title: Turns the 5x5 board of figure 4 by a quarter turn clockwise
; Figure 4: byte 1 moves to 2, 2 to 3, 3 to 4 and 4 to 1, each with its copy of the
; center square.
PTR     EQU $10
0300  A0 03        T4CW:   LDY #3
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
0313  60                   RTS
