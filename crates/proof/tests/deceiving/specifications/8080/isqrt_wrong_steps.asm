; wrong: integer square root: wrong steps
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: B = r
;! clobbers: A, F, C
;! ensures: r * r <= x < (r + 1) * (r + 1)
R:      LXI B,1
LP:     SUB C
        RC
        INR B
        INR C
        JMP LP
