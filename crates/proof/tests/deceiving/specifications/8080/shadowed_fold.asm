; wrong: the counter hides the accumulator
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = fold(c = x, c in 0..3: c)
R:      RET
