; wrong: BIT n,(IX+d) takes 20 cycles, not 23
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, F
;! oracle: f2_half
;! cycles: 71
GO:     LD H,(IX+0)
        LD L,(IX+1)
        BIT 0,(IX+0)
        RET
