; wrong: LD (0FFFFH),HL writes FFFF and 0000
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD (0FFFFH),HL
        LD A,H
        LD H,L
        LD L,A
        RET
