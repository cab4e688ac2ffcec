;! routine: SOLVED
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: Z = solved
;! clobbers: A, F
;! oracle: rotate_solved
;! title: Tests whether ROTATE's board is in order, with a mistake
SOLVED: PUSH H
        MVI  A,'A'
NEXT:   CMP  M
        JNZ  OUT
        INR  L          ; no carry into H
        INR  A
        CPI  'Q'
        JNZ  NEXT
OUT:    POP  H
        RET
