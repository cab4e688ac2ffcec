; holds: the inner i
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = (let i = 1 in sum(i in 2..4: i) + i)
R:      MVI A,6
        RET
