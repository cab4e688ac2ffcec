; wrong: the reference returns a count
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_refresh_count.asm
RT:     LD A,R
        AND 1
        RET
