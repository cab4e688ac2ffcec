; wrong: no z satisfies it, for any x
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = x and x <> x
R:      RET
