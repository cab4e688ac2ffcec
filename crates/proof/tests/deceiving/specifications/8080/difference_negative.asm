; wrong: x - 1 is -1 for 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = x - 1
R:      DCR A
        RET
