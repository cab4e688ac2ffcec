; wrong: undefined_only_later
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n
;! out: A = y
;! clobbers: B, C, F
;! requires: n > 1
;! ensures: y = 3
;! at: LL: B = i, A = v
;! invariant: 0 < i <= n
;! invariant: i < n implies v * 0 + 1 / (i - 1) * 0 = 0 and v = 3
;! decreases: i
RR:     MVI A,2
LL:      DCR B
        JNZ LL
        RET
