; wrong: x is not kept
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! ensures: z = y
R:      MOV A,B
        MVI B,0
        RET
