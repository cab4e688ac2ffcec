; wrong: index added to the low byte only
;! routine: AGET
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column
;! out: A = cell
;! clobbers: C, H, L, F
;! oracle: ataxx_get
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4 on.
AGET:   MOV  A,C
        CPI  4
        CMC             ; carry from column 4 on
        MOV  A,B
        RAL             ; 2 * row + carry
        ADD  L
        MOV  L,A
        JNC  SAME
        NOP
SAME:   MOV  A,C
        ANI  3          ; cells to shift out
        MOV  C,A
        MOV  A,M
SHIFT:  DCR  C
        JM   LOWEST
        RRC
        RRC
        JMP  SHIFT
LOWEST: ANI  3
        RET
