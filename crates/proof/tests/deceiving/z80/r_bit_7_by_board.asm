; wrong: R is loaded from H; bit 7 of R is bit 7 of H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD R,A
        LD H,L
        LD L,A
        RET
