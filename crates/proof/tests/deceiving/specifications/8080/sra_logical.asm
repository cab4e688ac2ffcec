; wrong: arithmetic shift, rounding down: logical
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: signed(z) = signed(x) >> 1
R:      ORA A
        RAR
        RET
