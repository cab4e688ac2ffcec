; wrong: z in two places, different
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z, B = z
;! clobbers: F
;! ensures: z = x or z = 0
R:      MVI B,0
        RET
