;! routine: AGET
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, X = row, Y = column
;! out: A = cell
;! clobbers: X, Y, P
;! oracle: ataxx_get
;! bytes: 23
;! cycles: 39-73
;! title: Reads the cell of a square
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4 on.
PTR     EQU  $10        ; the board
0300  C0 04        AGET:    CPY  #4         ; carry from column 4 on
0302  8A                   TXA
0303  2A                   ROL             ; 2 * row + carry
0304  48                   PHA
0305  98                   TYA
0306  29 03                AND  #3
0308  AA                   TAX             ; cells to shift out
0309  68                   PLA
030A  A8                   TAY
030B  B1 10                LDA  (PTR),Y
030D  CA           SHIFT:   DEX
030E  30 04                BMI  LOWEST
0310  4A                   LSR
0311  4A                   LSR
0312  10 F9                BPL  SHIFT      ; always
0314  29 03        LOWEST:  AND  #3
0316  60                   RTS
