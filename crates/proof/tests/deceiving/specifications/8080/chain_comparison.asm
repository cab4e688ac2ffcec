; wrong: 1 <= x < 5 is not (1 <= x) < 5
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = (if 1 <= x < 5 then 1 else 0)
R:      MVI A,1
        RET
