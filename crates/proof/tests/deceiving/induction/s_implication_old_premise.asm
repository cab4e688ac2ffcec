; wrong: implication_old_premise
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n, C = m
;! out: A = y
;! clobbers: B, C, D, E, F
;! requires: n > 0
;! ensures: y = m
;! at: LL: B = i, A = v, D = p
;! invariant: 0 < i <= n
;! invariant: p <> 0 implies v = m
;! decreases: i
RR:     MVI A,0
        MVI D,0
LL:      INR D
        DCR B
        JNZ LL
        RET
