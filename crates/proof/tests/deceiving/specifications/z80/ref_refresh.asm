; reference: R
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F, R
RT:     LD A,R
        AND 80H
        RET
