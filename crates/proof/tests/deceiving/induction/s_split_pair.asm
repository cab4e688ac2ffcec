; wrong: split_pair
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n, C = m
;! out: A = y
;! clobbers: B, C, D, E, F
;! requires: n > 0
;! ensures: y = m
;! at: LL: B = i, A = v, D = p, E = q
;! invariant: 0 < i <= n
;! invariant: p = 0 implies q = m
;! invariant: v = q
;! decreases: i
RR:     MOV E,C
        MOV A,C
        MVI D,1
LL:      MOV A,B
        CPI 11H
        JNZ KK
        MVI E,22H
KK:      MOV A,E
        DCR B
        JNZ LL
        RET
