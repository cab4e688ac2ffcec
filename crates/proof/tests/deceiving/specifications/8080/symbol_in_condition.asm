; holds: N is a symbol
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = (x + N1) mod 256
N1      EQU 3
R:      ADI N1
        RET
