; reference: B to A
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
R:      MOV A,B
        RET
