; wrong: IX is left one too high, and not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL
;! oracle: f2_half
GO:     LD H,(IX+0)
        INC IX
        LD L,(IX+0)
        RET
