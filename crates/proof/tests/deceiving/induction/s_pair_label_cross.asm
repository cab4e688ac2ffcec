; wrong: pair_label_cross
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n
;! out: A = y
;! clobbers: B, C, F
;! requires: n > 0
;! ensures: y = n
;! at: P: B = i, A = v
;! invariant: 0 < i <= n and v = n - i
;! decreases: i, 1
;! at: Q: B = i, A = v
;! invariant: 0 < i <= n and v = n - i
;! decreases: i, 0
RR:     MVI A,0
P:      MOV C,A
        INR C
        DCR C
        JNZ Q
        MVI C,0
Q:      INR A
        DCR B
        JNZ P
        CPI 200
        RNZ
        DCR A
        RET
