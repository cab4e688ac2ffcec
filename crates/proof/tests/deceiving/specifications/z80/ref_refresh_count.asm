; reference: the count in R
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
RT:     LD A,R
        AND 1
        RET
