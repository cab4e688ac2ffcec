; holds: LD A,R, LD R,A keeps bit 7 of R
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        LD R,A
        LD A,H
        LD H,L
        LD L,A
        RET
