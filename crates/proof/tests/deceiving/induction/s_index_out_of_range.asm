; wrong: index_out_of_range
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: HL -> t:4, B = n
;! out: A = y
;! clobbers: B, F
;! requires: n > 0
;! ensures: y = 5
;! at: LL: B = i, A = v
;! invariant: 0 < i <= n
;! invariant: i > 0 implies (t[i] = t[i] and v = 5)
;! decreases: i
RR:     MVI A,5
        MOV A,B
        CPI 5
        MVI A,5
        JC LL
        MVI A,6
LL:      DCR B
        JNZ LL
        RET
