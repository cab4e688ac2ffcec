; wrong: divides by subtraction: remainder may equal the divisor
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = n, C = d
;! out: D = q, E = r
;! clobbers: A, F
;! requires: d > 15
;! ensures: n = q * d + r and r < d
R:      MVI D,0
LP:     CMP C
        JC DN
        JZ DN
        SUB C
        INR D
        JMP LP
DN:     MOV E,A
        RET
