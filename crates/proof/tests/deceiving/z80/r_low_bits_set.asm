; holds: only the low bits of R are changed, as every instruction changes them
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        OR 7FH
        LD R,A
        LD A,H
        LD H,L
        LD L,A
        RET
