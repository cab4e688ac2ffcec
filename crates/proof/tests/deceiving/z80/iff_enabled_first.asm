; holds: EI, so that LD A,I reports 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IFF
;! oracle: f2_half
GO:     EI
        NOP
        LD A,I
        JP PO,GO
        LD A,H
        LD H,L
        LD L,A
        RET
