; wrong: EI, HALT waits for an interrupt, which nothing gives
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IFF
;! oracle: f2_half
GO:     EI
        HALT
        LD A,H
        LD H,L
        LD L,A
        RET
