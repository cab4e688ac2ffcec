;! routine: REG2
;! cpu: 8080
;! org: 0100H
;! title: Exchanges B and C
;! in: B = x, C = y
;! out: B = b, C = c
;! clobbers: A, F
;! ensures: b = y
;! ensures: c = x
; The first copy would overwrite the other byte. A is free.
REG2:
        ; Your instructions come here.
        RET
