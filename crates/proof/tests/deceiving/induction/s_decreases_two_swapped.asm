; wrong: decreases_two_swapped
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n
;! out: B = y
;! clobbers: C, F
;! requires: n > 0
;! ensures: y = 0
;! at: LL: B = i, C = j
;! invariant: i > 0
;! decreases: i, j
RR:     MVI C,1
LL:      DCR C
        JNZ LL
        DCR C
        INR B
        DCR B
        JNZ LL
        RET
