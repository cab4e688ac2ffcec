; wrong: INC, DEC of the byte after the field: written back, but not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     INC (IX+2)
        DEC (IX+2)
        LD A,(IX+0)
        LD B,(IX+1)
        LD (IX+0),B
        LD (IX+1),A
        RET
