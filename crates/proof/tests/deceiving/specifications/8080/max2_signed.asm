; wrong: the greater one: signed
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! ensures: z = max(x, y)
R:      CMP B
        RP
        MOV A,B
        RET
