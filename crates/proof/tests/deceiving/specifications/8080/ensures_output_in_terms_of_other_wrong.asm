; wrong: differ by one
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z, B = w
;! clobbers: F
;! ensures: z = w
R:      MOV B,A
        INR B
        RET
