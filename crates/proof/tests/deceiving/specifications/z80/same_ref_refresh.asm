; wrong: the reference returns bit 7 of R
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F, R
;! same-as: ref_refresh.asm
RT:     LD A,R
        AND 80H
        RET
