; wrong: off by one for the only input
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = y
;! out: HL = z
;! clobbers: F
;! requires: x = 12345 and y = 54321
;! ensures: z = (x + y) mod 65536
R:      LXI H,1131
        RET
