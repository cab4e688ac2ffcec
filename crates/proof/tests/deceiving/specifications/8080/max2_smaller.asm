; wrong: the greater one: smaller
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! ensures: z = max(x, y)
R:      CMP B
        RC
        MOV A,B
        RET
