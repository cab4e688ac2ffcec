; holds: one constrains the other
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z, B = w
;! ensures: z = w
R:      MOV B,A
        RET
