; holds: RET PO, then EI, RET
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        DI
        LD A,H
        LD H,L
        LD L,A
        RET PO
        EI
        RET
