; wrong: DI clears IFF2 too, RETN restores nothing
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     DI
        LD A,H
        LD H,L
        LD L,A
        RETN
