; holds: DEC IX changes no flag
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IX
;! oracle: f2_half
GO:     DEC IX
        LD A,H
        LD H,L
        LD L,A
        RET
