; wrong: split_two
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = n, C = m
;! out: A = y
;! clobbers: B, C, D, E, F
;! requires: n > 0
;! ensures: y = n + m mod 256 or y = (n + m) mod 256
;! at: LL: B = i, A = v, C = w
;! invariant: 0 < i <= n
;! invariant: v = (n - i + w) mod 256 and w = m
;! decreases: i
RR:     MOV A,C
LL:      INR A
        DCR B
        JNZ LL
        CPI 0A7H
        RNZ
        INR A
        RET
