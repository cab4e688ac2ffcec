; wrong: the field at IY is assumed to be where IX points
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IY -> board
;! out: IY -> board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD A,(IX+0)
        LD B,(IY+1)
        LD (IY+0),B
        LD (IY+1),A
        RET
