; wrong: writes at SP-257
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F, IX
;! oracle: f2_half
GO:     LD IX,-129
        ADD IX,SP
        LD (IX-128),H
        LD H,L
        LD L,(IX-128)
        RET
