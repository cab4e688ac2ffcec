; holds: cells 4 and above do not occur: mask is superfluous
;! routine: ASET
;! cpu: 8080
;! org: 0100H
;! in: HL -> board, B = row, C = column, A = cell
;! out: HL -> board
;! clobbers: A, C, D, E, H, L, F
;! oracle: ataxx_set
; Each row has two bytes, with four cells in the first: byte 2 * row + 1 from column 4
; on. The cell and the mask of the other cells shift to their place in the byte together.
ASET:   ANI 3
        MOV D,A        ; the cell
        MVI  E,0FCH     ; and the bits that stay
        MOV  A,C
        CPI  4
        CMC             ; carry from column 4 on
        MOV  A,B
        RAL             ; 2 * row + carry
        ADD  L
        MOV  L,A
        JNC  SAME
        INR  H
SAME:   MOV  A,C
        ANI  3
        MOV  C,A
SHIFT:  DCR  C
        JM   PUT
        MOV  A,D
        RLC
        RLC
        MOV  D,A
        MOV  A,E
        RLC
        RLC
        MOV  E,A
        JMP  SHIFT
PUT:    MOV  A,M
        ANA  E
        ORA  D
        MOV  M,A
        RET
