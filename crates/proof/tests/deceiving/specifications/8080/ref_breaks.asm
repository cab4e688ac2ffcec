; reference: changes B
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
R:      MOV B,A
        RET
