; holds here only: RLC (IX+d),r copies are the result
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, F
;! oracle: f2_half
GO:     RLC (IX+0),H
        RRC (IX+0),H
        RLC (IX+1),L
        RRC (IX+1),L
        RET
