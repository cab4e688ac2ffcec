; holds: LD H,(IX+d) loads H, not IXH
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL
;! oracle: f2_half
GO:     LD H,(IX+0)
        LD L,(IX+1)
        RET
