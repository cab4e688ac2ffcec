; holds: LD (IX+d),n takes 19 cycles, LD IX,nn 14
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, IX, (IXT)
;! oracle: f2_half
;! cycles: 81
IXT EQU 2000H
GO:     LD H,(IX+0)
        LD L,(IX+1)
        LD IX,IXT
        LD (IX+0),7
        RET
