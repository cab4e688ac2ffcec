; holds: one path returns with RETN, the other with RET
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        RRCA
        RET C
        RETN
