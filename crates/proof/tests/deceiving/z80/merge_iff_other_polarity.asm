; wrong: EI if LD A,I says that it is disabled
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        LD A,H
        LD H,L
        LD L,A
        RET PE
        EI
        RET
