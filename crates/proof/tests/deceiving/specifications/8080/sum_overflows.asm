; wrong: x + 1 is 256 for 255
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: z = x + 1
R:      INR A
        RET
