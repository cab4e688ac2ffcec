; wrong: sorts two: descending
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = a, C = b
;! out: B = p, C = q
;! clobbers: A, F
;! ensures: p <= q
;! ensures: [p, q] = [a, b] or [q, p] = [a, b]
R:      MOV A,C
        CMP B
        RC
        MOV C,B
        MOV B,A
        RET
