; wrong: IFF is named, the interrupt mode is not
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IFF
;! oracle: f2_half
GO:     DI
        IM 2
        LD A,H
        LD H,L
        LD L,A
        EI
        RET
