; holds: the index 4 does not matter
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (T:4) = t
;! out: A = z
;! requires: all(i in 0..4: i = 3 or t[i] <= t[i + 1])
;! ensures: z = max(t[0], t[1], t[2], t[3])
R:      LDA T+3
        RET
T:      DS 4
