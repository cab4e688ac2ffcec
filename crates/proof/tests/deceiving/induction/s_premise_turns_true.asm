; wrong: premise_turns_true
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n
;! out: A = y
;! clobbers: B, C, F
;! requires: n > 0
;! ensures: y = 7
;! at: LL: B = i, A = v
;! invariant: 0 < i <= n
;! invariant: i = 1 implies v = 7
;! decreases: i
RR:     MVI A,0
        MVI C,0
LL:      DCR B
        JNZ LL
        RET
