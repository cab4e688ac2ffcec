;! routine: T4HALF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f4_half
;! bytes: 22
;! cycles: 99-102
;! title: Turns the 5x5 board of figure 4 by a half turn
; Figure 4: exchanges bytes 1 and 3 and bytes 2 and 4.
PTR     EQU $10
0300  A0 01        T4HALF: LDY #1
0302  B1 10        PAIR:   LDA (PTR),Y     ; 2 and 4, then 1 and 3
0304  AA                   TAX
0305  C8                   INY
0306  C8                   INY
0307  B1 10                LDA (PTR),Y
0309  48                   PHA
030A  8A                   TXA
030B  91 10                STA (PTR),Y
030D  88                   DEY
030E  88                   DEY
030F  68                   PLA
0310  91 10                STA (PTR),Y
0312  88                   DEY
0313  10 ED                BPL PAIR
0315  60                   RTS
