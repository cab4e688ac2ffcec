; holds: the greater one
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! ensures: z = max(x, y)
R:      CMP B
        RNC
        MOV A,B
        RET
