; wrong: columns from 3 on are read from the next byte
;! routine: AGET
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, X = row, Y = column
;! out: A = cell
;! clobbers: X, Y, P
;! oracle: ataxx_get
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4 on.
PTR     EQU  $10        ; the board
AGET:    CPY #3         ; carry from column 4 on
        TXA
        ROL             ; 2 * row + carry
        PHA
        TYA
        AND  #3
        TAX             ; cells to shift out
        PLA
        TAY
        LDA  (PTR),Y
SHIFT:   DEX
        BMI  LOWEST
        LSR
        LSR
        BPL  SHIFT      ; always
LOWEST:  AND  #3
        RTS
