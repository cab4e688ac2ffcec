; holds: BIT n,(IX+d) takes 20 cycles, RES 23
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, F
;! oracle: f2_half
;! cycles: 110
GO:     LD H,(IX+0)
        LD L,(IX+1)
        BIT 0,(IX+0)
        RES 0,(IX+1)
        LD (IX+1),L
        RET
