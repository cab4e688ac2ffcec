; refused: H is half of HL and a field of its own
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board, H = number
;! out: HL = board, CY = refused
;! clobbers: A, BC, DE, F
;! oracle: f2_take
GO:     SCF
        RET
