;! routine: LESS
;! cpu: 8080
;! org: 0100H
;! title: Compares two signed words
;! in: HL = x, DE = y
;! out: CY = less
;! clobbers: A, F
;! ensures: less = (signed(x) < signed(y))
;! cycles: 38-47
LESS:   MOV  A,H
        XRA  D
        JP   SAME
        MOV  A,H        ; different signs: the negative one is less
        RAL
        RET
SAME:   MOV  A,L
        SUB  E
        MOV  A,H
        SBB  D
        RET
