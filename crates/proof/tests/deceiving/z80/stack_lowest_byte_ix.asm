; holds: writes at SP-256 by LD (IX-128)
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F, IX
;! oracle: f2_half
GO:     LD IX,-128
        ADD IX,SP
        LD (IX-128),H
        LD H,L
        LD L,(IX-128)
        RET
