; wrong: undefined_conclusion_div
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n, C = d
;! out: A = y
;! clobbers: B, D, F
;! requires: n > 0
;! ensures: y = 1
;! at: LL: B = i, A = v
;! invariant: 0 < i <= n
;! invariant: v = n / d * 0 + 1
;! decreases: i
RR:     MVI A,1
        DCR C
        INR C
        JNZ LL
        XRA A
LL:      DCR B
        JNZ LL
        RET
