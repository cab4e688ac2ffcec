; holds: a flag is 0 or 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: CY = c, A = x
;! out: A = z
;! clobbers: F
;! ensures: z = (x + c) mod 256
R:      ACI 0
        RET
