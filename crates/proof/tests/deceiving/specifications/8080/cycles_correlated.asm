; holds: the two branches are never both short
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! cycles: 42
;! ensures: y = x
R:      ORA  A
        JM   ONE
        NOP
ONE:    JP   TWO
        NOP
TWO:    ORA  A
        RET
